// The suit signs, each drawn around the origin. Colours are two properties of the card that uses
// them: --l (light tone) and --d (dark tone, the right half and the outlines).
export const PAPER = '#fbf6e9';
export const SKIN = '#f0dcb6';
const L = 'fill="var(--l)"';
const D = 'fill="var(--d)"';
const HALF = 'fill="var(--d)" fill-opacity=".5"';

/** The size in which a sign is drawn: width, height. */
export const BOX = {
  o: [40, 40],
  c: [40, 52],
  e: [26, 48],
  b: [26, 48],
  h: [40, 40],
  d: [34, 42],
  s: [40, 42],
  t: [42, 42],
};

const petals = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((turn) => `<use href="#pt" transform="rotate(${turn})"/>`)
  .join('');

const oro =
  `<circle r="20" ${D}/><circle r="18" ${L}/>` +
  '<circle r="14.6" fill="none" stroke="var(--d)" stroke-width="1.5"/>' +
  `<circle r="2.8" ${D}/>${petals}`;

const copa =
  `<path ${L} d="M-18-22H18C18-3 12 8 5 12H-5C-12 8-18-3-18-22Z"/>` +
  `<path ${HALF} d="M0-22H18C18-3 12 8 5 12H0Z"/>` +
  `<path ${D} d="M-17.6-13.5Q0-5 17.6-13.5L16.4-7.5Q0 .5-16.4-7.5Z"/>` +
  `<path ${L} d="M-4 14H4C4 19 11 20 17 23.5H-17C-11 20-4 19-4 14Z"/>` +
  `<path ${HALF} d="M0 14H4C4 19 11 20 17 23.5H0Z"/>` +
  `<rect x="-20" y="-26" width="40" height="6.2" rx="3.1" ${D}/>` +
  `<rect x="-8" y="11" width="16" height="4.4" rx="2.2" ${D}/>` +
  `<rect x="-18.5" y="22.4" width="37" height="3.6" rx="1.8" ${D}/>`;

const espada =
  `<path ${L} d="M0-24L-5.8-17.5V9H0Z"/><path ${D} d="M0-24L5.8-17.5V9H0Z"/>` +
  `<rect x="-2.4" y="11" width="4.8" height="8" ${L}/>` +
  `<path ${D} d="M-12.8 6.6Q-12 8-9.6 8H9.6Q12 8 12.8 6.6Q13.4 12.6 8.6 12.6H-8.6` +
  `Q-13.4 12.6-12.8 6.6Z"/><circle cy="20.4" r="3.5" ${D}/>`;

const basto =
  `<path ${D} d="M-7-6.6L-12.4-9.8L-9.6-15L-7.6-13.6Z"/>` +
  `<path ${L} d="M-6.8-2L-11.2-9.4L-8.8-13.8L-7.4-12Z"/>` +
  `<path ${D} d="M6.6-7L12.6-1.4L5.8 5.4Z"/>` +
  `<path ${L} d="M-8.8-21H8.8L4 24H-4Z"/><path ${D} d="M2.4-20H8.8L4 24H.4Z"/>` +
  `<ellipse cx="-3" cy="-7" rx="1.9" ry="2.9" ${D}/>` +
  `<ellipse cy="-21" rx="8.8" ry="3.2" ${D}/><ellipse cy="-21" rx="5.9" ry="1.9" fill="${PAPER}"/>` +
  `<path d="M-5 13.2L5 9.2M-4.7 17.4L4.6 13.6" stroke="${PAPER}" stroke-width="1.5"/>`;

const heart =
  `<path ${L} d="M0 20C-9 11-20 4-20-7C-20-20-4-22 0-11C4-22 20-20 20-7C20 4 9 11 0 20Z"/>` +
  `<path ${D} d="M0 20V-11C4-22 20-20 20-7C20 4 9 11 0 20Z"/>`;
const diamond = `<path ${L} d="M0-21L-16 0L0 21Z"/><path ${D} d="M0-21L16 0L0 21Z"/>`;
const spade =
  `<path ${L} d="M0-21C-6-10-20-6-20 6C-20 16-7 18-2 9C-2 15-5 19-8 21H0Z"/>` +
  `<path ${D} d="M0-21C6-10 20-6 20 6C20 16 7 18 2 9C2 15 5 19 8 21H0Z"/>`;
const club =
  `<circle cx="-11" cy="3" r="9.4" ${L}/><circle cx="11" cy="3" r="9.4" ${D}/>` +
  `<path ${L} d="M0-20A9.4 9.4 0 0 0-5-3L-2 4C-2 13-5 18-8 21H0Z"/>` +
  `<path ${D} d="M0-20A9.4 9.4 0 0 1 5-3L2 4C2 13 5 18 8 21H0Z"/>`;

/** French clubs are `t` (tréboles) here, because `c` is taken by copas; cards keep their `c`. */
export const PIPS = { o: oro, c: copa, e: espada, b: basto, h: heart, d: diamond, s: spade, t: club };

/** Definitions of the given signs, to be placed once in a sprite. */
export function definitions(suits) {
  const petal = `<path id="pt" ${D} d="M0-3.4C3.2-6 3-9.6 0-12.8C-3-9.6-3.2-6 0-3.4Z"/>`;
  const drawn = suits.map((suit) => `<g id="p-${suit}">${PIPS[suit]}</g>`).join('');
  return (suits.includes('o') ? petal : '') + drawn;
}

/** One sign at a place, stretched to the given height (and width, when it is to grow taller). */
export function pip(suit, x, y, height, width = (height * BOX[suit][0]) / BOX[suit][1], turn = 0) {
  const sx = +(width / BOX[suit][0]).toFixed(3);
  const sy = +(height / BOX[suit][1]).toFixed(3);
  const scale = sx === sy ? `scale(${sx})` : `scale(${sx} ${sy})`;
  const spin = turn ? ` rotate(${turn})` : '';
  return `<use href="#p-${suit}" transform="translate(${x} ${y})${spin} ${scale}"/>`;
}
