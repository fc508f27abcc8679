// Composes the faces: frame with its gaps (the suit mark that works without colour), two corner
// indices, pip layouts and figures. A card is 120 × 180 units.
import { FIGURES } from './figures.mjs';
import { definitions, pip } from './pips.mjs';

const GAPS = { o: 0, c: 1, e: 2, b: 3 };
const FONT = "font-family=\"Georgia,'Times New Roman','Liberation Serif',serif\"";

/** A frame whose upper and lower side have `gaps` openings of `width`, `pitch` apart. */
function frame(gaps, stroke, width, pitch) {
  const [left, right, top, bottom, radius] = [9, 111, 9, 171, 7];
  const cuts = Array.from({ length: gaps }, (_, n) => 60 + (n - (gaps - 1) / 2) * pitch);
  const across = (y) => {
    const edges = [left + radius, ...cuts.flatMap((c) => [c - width / 2, c + width / 2])];
    edges.push(right - radius);
    let d = '';
    for (let n = 0; n < edges.length; n += 2) d += `M${edges[n]} ${y}H${edges[n + 1]}`;
    return d;
  };
  const side = (x, inner) =>
    `M${inner} ${top}Q${x} ${top} ${x} ${top + radius}V${bottom - radius}Q${x} ${bottom} ${inner} ${bottom}`;
  const d = across(top) + across(bottom) + side(left, left + radius) + side(right, right - radius);
  return `<path d="${d}" fill="none" stroke="var(--d)" stroke-width="${stroke}"/>`;
}

/** The index in the upper left corner and, turned, in the lower right one. */
function indices(text, extra = '') {
  const narrow = text.length > 1 ? ' textLength="26" lengthAdjust="spacingAndGlyphs"' : '';
  const one =
    `<text x="24" y="40" text-anchor="middle"${narrow}>${text}</text>${extra}`;
  return (
    `<g fill="var(--d)" font-size="30" font-weight="700" ${FONT}>${one}` +
    `<g transform="rotate(180 60 90)">${one}</g></g>`
  );
}

const COLUMNS = {
  2: [45, [60, 53.6], [60, 126.4]],
  3: [36.6, [60, 45.4], [60, 90], [60, 134.6]],
  4: [35, [38, 63.6], [82, 63.6], [38, 116.4], [82, 116.4]],
  5: [31, [37, 63.6], [83, 63.6], [60, 90], [37, 116.4], [83, 116.4]],
  6: [27.6, [37, 56.6], [83, 56.6], [37, 90], [83, 90], [37, 123.4], [83, 123.4]],
  7: [26, [36, 56.6], [84, 56.6], [60, 73.4], [36, 90], [84, 90], [36, 123.4], [84, 123.4]],
};
// Copas are taller than oros: [height, places]. 2 and 3 leave the corners free.
const CUPS = {
  2: [50, [60, 53], [60, 127]],
  3: [39, [60, 46], [60, 90], [60, 134]],
  4: [38, [38, 66], [82, 66], [38, 118], [82, 118]],
  5: [33, [37, 66], [83, 66], [60, 92], [37, 120], [83, 120]],
  6: [29, [37, 58], [83, 58], [37, 91], [83, 91], [37, 125], [83, 125]],
  7: [27, [36, 58], [84, 58], [60, 75], [36, 91], [84, 91], [36, 125], [84, 125]],
};
// Espadas and bastos stand in ranks: [height, width, places].
const RANKS = {
  2: [92, 30, [42, 91], [78, 91]],
  3: [83, 25, [32, 95], [60, 87], [88, 95]],
  4: [47, 25, [40, 64], [80, 64], [40, 115], [80, 115]],
  5: [44, 24, [36, 64], [84, 64], [60, 90], [36, 116], [84, 116]],
  6: [46, 24, [33, 66], [60, 66], [87, 66], [33, 116], [60, 116], [87, 116]],
  7: [40, 20, [34, 66], [34, 116], [60, 49], [60, 91], [60, 133], [86, 66], [86, 116]],
};

const ACES = {
  o:
    pip('o', 60, 90, 75) +
    Array.from({ length: 24 }, (_, n) => {
      const angle = (n * Math.PI) / 12;
      const [x, y] = [60 + 46 * Math.sin(angle), 90 - 46 * Math.cos(angle)].map((v) => +v.toFixed(1));
      const [tone, r] = n % 2 ? ['l', 2] : ['d', 2.8];
      return `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--${tone})"/>`;
    }).join(''),
  c:
    pip('c', 60, 92, 80, 62) +
    [20, 100]
      .flatMap((x) => [79, 91, 103].map((y) => `<circle cx="${x}" cy="${y}" r="2.6"/>`))
      .join('')
      .replace(/^/, '<g fill="var(--d)">')
      .concat('</g>'),
  e:
    leaves([[24, 74, -12], [24, 89, -18], [27, 104, -32], [34, 118, -58]]) +
    leaves([[96, 74, 12], [96, 89, 18], [93, 104, 32], [86, 118, 58]]) +
    pip('e', 60, 90, 112, 46),
  b:
    leaves([[33, 82, -70], [36, 100, -62], [38, 118, -54]]) +
    leaves([[88, 63, 42], [90, 98, 52], [86, 116, 60], [82, 133, 66]]) +
    pip('b', 60, 92, 112, 54),
};

/** Small leaves at [x, y, turn]. */
function leaves(places) {
  const leaf = (x, y, turn) =>
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0-8Q5-1 0 8Q-5-1 0-8Z"/>`;
  return `<g fill="var(--d)">${places.map((p) => leaf(...p)).join('')}</g>`;
}

function spanishFace(rank, suit) {
  const head = `<use href="#f-${suit}"/>${indices(rank)}`;
  if (rank === 'A') return head + ACES[suit];
  if ('SCR'.includes(rank)) {
    const height = suit === 'o' ? 20 : suit === 'c' ? 23 : 27;
    return (
      head + `<use href="#g-${rank}"/>` + pip(suit, 94, 29, height) + pip(suit, 26, 151, height)
    );
  }
  if ('eb'.includes(suit)) {
    const [height, width, ...places] = RANKS[rank];
    return head + places.map(([x, y]) => pip(suit, x, y, height, width)).join('');
  }
  const [height, ...places] = (suit === 'o' ? COLUMNS : CUPS)[rank];
  return head + places.map(([x, y]) => pip(suit, x, y, height)).join('');
}

const TALL = { 1: [90], 2: [45, 135], 3: [45, 90, 135], 4: [43, 137], 5: [43, 137], 6: [43, 90, 137] };
const FRENCH_SIDES = { 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, T: 4 };
const FRENCH_MIDDLE = { 2: TALL[2], 3: TALL[3], 5: [90], 7: [66], 8: [66, 114], 9: [90], T: [58, 122] };

function frenchFace(rank, suit) {
  const sign = suit === 'c' ? 't' : suit;
  const text = rank === 'T' ? '10' : rank;
  const head = indices(text, pip(sign, 24, 54, 15));
  if (rank === 'A') return head + pip(sign, 60, 90, 76);
  if ('JQK'.includes(rank)) return head + `<use href="#g-${rank}"/>`;
  const rows = FRENCH_SIDES[rank] ?? 0;
  const size = rows > 3 ? 22 : 26;
  const ys = { 0: [], 2: TALL[4], 3: TALL[6], 4: [40, 73, 107, 140] }[rows];
  const places = [
    ...ys.flatMap((y) => [[42, y], [78, y]]),
    ...(FRENCH_MIDDLE[rank] ?? []).map((y) => [60, y]),
  ];
  return head + places.map(([x, y]) => pip(sign, x, y, size, undefined, y > 90 ? 180 : 0)).join('');
}

/** The woven back, used by both decks. */
function back() {
  const square = (half, fill) => `<path fill="${fill}" d="M60 ${90 - half}l${half} ${half}-${half} ${half}-${half}-${half}z"/>`;
  return (
    '<pattern id="weave" width="14" height="14" patternUnits="userSpaceOnUse" x="4" y="6">' +
    '<rect width="14" height="14" fill="#8a5a30"/>' +
    '<path d="M-2 2L5 9M-2-2L9 9M2-2L9 5M5-2L16 9M9-2L16 5M-2 5L9 16M-2 9L5 16M5 5L16 16M9 5L16 12' +
    'M5 9L12 16" stroke="#5c391c" stroke-width="1.1"/>' +
    '<path d="M7 .6L13.4 7L7 13.4L.6 7Z" fill="#94693a"/>' +
    '<path d="M2.4 7.6L7.6 2.4M4.6 9.4L9.4 4.6M6.8 11.2L11.2 6.8" stroke="#d9bb7a" stroke-width="1.4"/>' +
    '</pattern><symbol id="back" viewBox="0 0 120 180">' +
    '<rect x="8.5" y="8.5" width="103" height="163" rx="5" fill="#5a3a22"/>' +
    '<rect x="10.6" y="10.6" width="98.8" height="158.8" rx="3.4" fill="#d6b673"/>' +
    '<rect x="12.2" y="12.2" width="95.6" height="155.6" rx="2.4" fill="url(#weave)"/>' +
    square(29, '#d9bd7e') + square(25.6, '#5a3a22') + square(18, '#ad743c') + square(10, '#dcc48a') +
    '</symbol>'
  );
}

const symbol = (id, body) => `<symbol id="${id}" viewBox="0 0 120 180">${body}</symbol>`;

function sheet(body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">${body}</svg>\n`;
}

/** Forty cards, the small frames, the back. */
export function spanish() {
  const suits = ['o', 'c', 'e', 'b'];
  const frames = suits.map((s) => `<g id="f-${s}">${frame(GAPS[s], 2, 9, 19)}</g>`).join('');
  const figures = ['S', 'C', 'R'].map((f) => `<g id="g-${f}">${FIGURES[f]}</g>`).join('');
  const small = suits.map((s) => symbol(`small-${s}`, frame(GAPS[s], 3.4, 13, 24) + smallPip(s)));
  const faces = suits.flatMap((s) => [...'A234567SCR'].map((r) => symbol(`c-${r}${s}`, spanishFace(r, s))));
  return sheet(`<defs>${definitions(suits)}${frames}${figures}</defs>${back()}${small.join('')}${faces.join('')}`);
}

/** The one sign under the large index of the small face. */
function smallPip(suit) {
  return pip(suit, 60, 130, { o: 52, c: 56, e: 62, b: 62 }[suit] ?? 54);
}

/** Fifty-two cards in the same drawing; no frame. */
export function french() {
  const suits = ['c', 'd', 'h', 's'];
  const signs = ['t', 'd', 'h', 's'];
  const figures = ['J', 'Q', 'K'].map((f) => `<g id="g-${f}">${FIGURES[f]}</g>`).join('');
  const small = suits.map((s, n) => symbol(`small-${s}`, smallPip(signs[n])));
  const faces = suits.flatMap((s) => [...'A23456789TJQK'].map((r) => symbol(`c-${r}${s}`, frenchFace(r, s))));
  return sheet(`<defs>${definitions(signs)}${figures}</defs>${back()}${small.join('')}${faces.join('')}`);
}
