// One quiet colour per seat, so that discs in the pots and plates are told apart; the initial says
// the same without colour.
const HUES = ['#2c6150', '#7a4a2b', '#3c5d80', '#7a3a55', '#4c6b36', '#5d4a86', '#8a5a1c', '#2f6470'];

export const hue = (seat: number): string => HUES[seat % HUES.length] ?? '#5a3a22';
