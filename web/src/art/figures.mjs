// Sota, Caballo, Rey and Dama: strong silhouettes on one plinth, in the two tones of their suit.
import { PAPER, SKIN } from './pips.mjs';

const L = 'fill="var(--l)"';
const D = 'fill="var(--d)"';
const HALF = 'fill="var(--d)" fill-opacity=".38"';
const line = (d, width = 1.7, colour = 'var(--d)') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

const plinth = line('M27.5 134.5H93', 3.4);
const shade = '#d8bc8c';

/** Closed eyes, nose and mouth around the axis x = 60. */
const features =
  line('M50.4 86.6Q53 84 55.8 86.4M64.2 86.4Q67 84 69.6 86.6') + line('M60.6 86V92.6H58.4', 1.6);

const ruff = [46.6, 51, 55.5, 60, 64.5, 69, 73.4]
  .map((x, n) => `<circle cx="${x}" cy="${n % 2 ? 114.4 : 112.4}" r="3.4"/>`)
  .join('');

const sota =
  `<path ${D} d="M40.5 72H79.5V103Q79.5 107.5 75 107.5H71.5Q69 107.5 68 104H52Q51 107.5 48.5 107.5` +
  'H45Q40.5 107.5 40.5 103Z"/>' +
  `<path fill="${shade}" d="M54 100H66V114H54Z"/>` +
  `<path fill="${SKIN}" d="M46.5 73H73.5V88Q73.5 97 68.5 102Q64.5 106 60 106T51.5 102` +
  'Q46.5 97 46.5 88Z"/>' +
  features +
  line('M56.6 98.2Q60 100.8 63.4 98.2') +
  `<path ${L} d="M32 133Q32.5 116 46 113H74Q87.5 116 88 133Z"/>` +
  `<path ${HALF} d="M60 113H74Q87.5 116 88 133H60Z"/>` +
  line('M41.5 122V133M78.5 122V133', 2) +
  `<g fill="${PAPER}"><circle cx="60" cy="120.5" r="1.3"/><circle cx="60" cy="125" r="1.3"/>` +
  '<circle cx="60" cy="129.5" r="1.3"/></g>' +
  `<g fill="${PAPER}" stroke="var(--d)" stroke-width="1">${ruff}</g>` +
  `<path ${L} d="M37 70.5Q34.6 58 45 53.6Q52.5 50 62 50Q76 50 80.4 57Q84 62.5 83 70.5Z"/>` +
  `<path ${HALF} d="M60 50H62Q76 50 80.4 57Q84 62.5 83 70.5H60Z"/>` +
  `<path ${D} d="M36.8 69.6Q60 66.6 83.2 69.6L82.4 75.4Q60 72 37.6 75.4Z"/>` +
  `<path ${D} d="M73.4 74Q70 60 76.6 51Q82 43.6 89.6 40.6Q91.6 51 86.4 60.6Q82 68.6 75.4 72.6Z"/>` +
  line('M75.2 70.6Q77.6 56.4 87 45.4', 1.3, PAPER);

const caballo =
  `<path ${L} d="M57.6 50Q53.8 53.4 53.8 59.4Q46.4 63.4 42.8 72.6Q40.4 79 36.4 85.6L30.8 94.4` +
  'Q28.6 98.4 31 102.8Q33.6 107 39 106.6Q42.4 106.4 45 103.8Q49 101.6 52.4 101.8Q57.4 102.4 57 106.4' +
  'Q56.4 110.4 51 114.4Q40.6 122 39 133H84V76L62 54Z"/>' +
  `<path ${D} d="M62.8 48.6Q59.4 52.4 60 57.8Q64.8 57.8 66.2 62.4Q70.2 63.8 70 68.6Q73.6 71 72.4 75.6` +
  'Q76 78.6 74.2 83Q77.4 86.6 75.2 91Q78.4 95 75.8 99.4Q78.8 103.6 76 108Q78.8 112.4 75.8 116.6' +
  'Q78.4 120.8 75.6 125Q77.4 129.4 76 133H88.6V104Q88.6 84 81.6 71.6Q76 61.6 67 57.6' +
  'Q66.6 52.4 62.8 48.6Z"/>' +
  line('M46.6 73.4Q50 70.6 53.4 72.6', 1.9) +
  line('M47.4 66Q57.6 76 56 93.6L58.6 103', 2) +
  line('M40 82.6Q47.6 85.4 50 93.2', 2) +
  line('M50.4 95Q60 115.6 76 121', 2) +
  line('M34.4 104Q38.4 104.4 41.2 101.6', 1.6) +
  `<circle cx="34.6" cy="97" r="1.5" ${D}/>` +
  `<circle cx="50.2" cy="94.4" r="3" fill="${PAPER}" stroke="var(--d)" stroke-width="1.4"/>`;

/** A crown around x = 60 that stands on y = 73. */
const crown =
  `<path ${L} d="M39 74L35 55.6L49 65.6L60 49L71 65.6L85 55.6L81 74Z"/>` +
  `<path ${HALF} d="M60 49L71 65.6L85 55.6L81 74H60Z"/>` +
  `<g ${L}><circle cx="34.6" cy="54" r="3.5"/><circle cx="60" cy="47.6" r="3.9"/>` +
  `<circle cx="85.4" cy="54" r="3.5"/></g>` +
  `<rect x="38.4" y="72" width="43.2" height="7" rx="1.6" ${D}/>` +
  `<g fill="${PAPER}"><circle cx="46" cy="75.5" r="1.7"/><circle cx="60" cy="75.5" r="1.7"/>` +
  '<circle cx="74" cy="75.5" r="1.7"/></g>';

const spots = (x) =>
  [115, 121, 127].map((y) => `<path ${D} d="M${x - 1.6} ${y}h3.2l-1.6 3z"/>`).join('');

const rey =
  `<path ${L} d="M30 133Q30.4 112 44 107.6H76Q89.6 112 90 133Z"/>` +
  `<path ${HALF} d="M60 107.6H76Q89.6 112 90 133H60Z"/>` +
  `<path fill="${PAPER}" d="M43.6 107.6L52 106L51 133H40.6Q40.4 117 43.6 107.6Z` +
  'M76.4 107.6L68 106L69 133H79.4Q79.6 117 76.4 107.6Z"/>' +
  spots(46) +
  spots(74) +
  `<path fill="${SKIN}" d="M46 78H74V100H46Z"/>` +
  features +
  `<path ${D} d="M42 78H47V92.6Q51 96.4 54.6 94.4Q57 92.6 60 94.8Q63 92.6 65.4 94.4Q69 96.4 73 92.6V78` +
  'H78V104Q77 116 60 126Q43 116 42 104Z"/>' +
  line('M56.4 99.4Q60 102 63.6 99.4', 1.7, PAPER) +
  crown;

const dama =
  `<path ${D} d="M45 74H75Q82 82 82.6 96Q83.4 112 80 124H40Q36.6 112 37.4 96Q38 82 45 74Z"/>` +
  `<path fill="${shade}" d="M54 98H66V116H54Z"/>` +
  `<path fill="${SKIN}" d="M47.6 78H72.4V88Q72.4 97 68 102Q64.4 106 60 106T52 102Q47.6 97 47.6 88Z"/>` +
  features +
  line('M56.8 98.4Q60 100.8 63.2 98.4') +
  `<path ${L} d="M33 133Q34 117 47 113.4L60 124L73 113.4Q86 117 87 133Z"/>` +
  `<path ${HALF} d="M60 124L73 113.4Q86 117 87 133H60Z"/>` +
  `<path fill="${SKIN}" d="M47 113.4L54 110H66L73 113.4L60 124Z"/>` +
  crown;

export const FIGURES = {
  S: plinth + sota,
  C: plinth + caballo,
  R: plinth + rey,
  J: plinth + sota,
  Q: plinth + dama,
  K: plinth + rey,
};
