import type { Random } from '#base/random.ts'

/**
 * What is repeated to a long text: characters that become more when they are normalised or change case, and starts without
 * ends of what texts are searched for, so that a search from each of them goes to the end.
 */
const UNITS = [
  '\ufdfa', // 18 characters in NFKD
  '\u1f82', // three in NFKD, and three in uppercase
  '\ufb03', // ffi
  '\u0344', // two marks
  'e\u0301',
  'a\u0315\u0300\u05ae', // marks that change places
  '\u00df',
  '\u0130',
  '\u1e9e',
  '\u3000\u6f22',
  '\u0633\u064a',
  '\ud55c',
  '\u0e01\u0e33',
  '\u{1f469}\u200d\u{1f680}',
  '\u200b',
  '\u202e',
  'a',
  'aa \t \t',
  'Aa ',
  'A1-',
  '.a',
  'a.',
  'a@',
  '@a',
  '1-',
  '#1 ',
  '1 2',
  '0',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\n\n> ',
  '> ',
  '- ',
  '--\n',
  '* ',
  '**',
  '_',
  '`',
  '[',
  '](',
  '[a](',
  '![',
  '(',
  ')',
  '<',
  '<a ',
  '<!--',
  '<b>',
  '&',
  '&amp;',
  '&#',
  '{{',
  '{',
  '"',
  "'",
  '\\',
  '\\"',
  ';',
  ';a=',
  '=?utf-8?q?',
  '=\n',
  '=3D',
  ':',
  ',',
  '/',
  '../',
  '%',
  '%25',
  'http://',
  'https://a.',
  'www.',
  'a.b.',
  '?a=',
  '+1',
  'quiero hablar con ',
  'On Mon, Jan 1, 2026 a wrote:\n',
  'From: a\n',
  '2026-01-01T',
]
/** Around the limits of texts: messages (5,000 characters), and what several bodies take at most. */
const LENGTHS = [300, 2_000, 4_999, 5_000, 20_000, 100_000]

/** A text of one unit, or two in turn, repeated; at times with another character in front of it or behind it. */
export function longText(random: Random, lengths: readonly number[] = LENGTHS): string {
  const unit = random.chance(0.7) ? random.pick(UNITS) : random.pick(UNITS) + random.pick(UNITS)
  const length = random.pick(lengths)
  const start = random.chance(0.3) ? random.pick(UNITS) : ''
  const end = random.chance(0.5)
    ? random.pick(['x', '!', '\u0001', '\n.', '@a.b', '>', ')', ' 48217 a@shop.example'])
    : ''
  const middle = unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(0, length - start.length - end.length))
  return (start + middle + end).toWellFormed()
}
