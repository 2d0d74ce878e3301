import type { FormatAction } from './format-text.ts'

/** Strokes of the toolbars' icons, on a field of 16 by 16. */
export const FORMAT_ICONS: Record<FormatAction, string> = {
  bold: 'M4.500 3h4a2.400 2.400 0 0 1 0 4.900h-4V3ZM4.500 7.900h4.700a2.500 2.500 0 0 1 0 5.100H4.500V7.900Z',
  italic: 'M7 3h4M5 13h4M9.500 3l-3 10',
  link: 'M6.500 9.500 9.500 6.500M7 4.500l1.300-1.300a2.700 2.700 0 0 1 3.800 3.800L10.800 8.300M9 11.500l-1.300 1.300a2.700 2.700 0 0 1-3.800-3.800L5.200 7.700',
  bullets: 'M6 4h7.500M6 8h7.500M6 12h7.500M2.800 4h.01M2.800 8h.01M2.800 12h.01',
  numbers:
    'M6.500 4h7M6.500 8h7M6.500 12h7M2.500 3l1-.5V6M2.300 9.800c.3-.8 1.700-.7 1.600.2-.1.700-1.600 1.200-1.600 2h1.700',
}
