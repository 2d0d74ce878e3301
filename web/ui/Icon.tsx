/** Line icons on a grid of 16, drawn with the text's colour. */
const PATHS = {
  inbox: 'M2 9h3.2l1 2h3.6l1-2H14M2 9l2-5.5h8L14 9v3.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V9Z',
  user: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8Zm-5 5.5c.4-2.4 2.4-3.75 5-3.75s4.6 1.35 5 3.75',
  users:
    'M6 7.5A2.25 2.25 0 1 0 6 3a2.25 2.25 0 0 0 0 4.5ZM1.75 13c.3-2.1 2-3.25 4.25-3.25S9.95 10.9 10.25 13M10.5 3.2a2.25 2.25 0 0 1 0 4.1M11.75 9.9c1.4.4 2.3 1.45 2.5 3.1',
  star: 'm8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5L8 2Z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  bot: 'M8 2v2.5M4 4.5h8A1.5 1.5 0 0 1 13.5 6v5a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 11V6A1.5 1.5 0 0 1 4 4.5ZM6 8v1.2M10 8v1.2',
  flask: 'M6.2 2h3.6M6.8 2v4L3.2 12.2A1 1 0 0 0 4 13.8h8a1 1 0 0 0 .8-1.6L9.2 6V2M4.8 10h6.4',
  search: 'M7.2 12a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6ZM13.5 13.5l-2.9-2.9',
  settings:
    'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM8 1.8v1.8M8 12.4v1.8M1.8 8h1.8M12.4 8h1.8M3.6 3.6l1.3 1.3M11.1 11.1l1.3 1.3M12.4 3.6l-1.3 1.3M4.9 11.1l-1.3 1.3',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6.5',
  tag: 'M2.5 3.5v4l6 6 5-5-6-6h-4a1 1 0 0 0-1 1ZM5.3 5.3h.01',
  send: 'M13.5 2.5 7 9M13.5 2.5 9.4 13.5 7 9 2.5 6.6l11-4.1Z',
  note: 'M3 2.5h10v7L9.5 13H3V2.5ZM13 9.5H9.5V13M5.5 5.5h5M5.5 8h2.5',
  close: 'm4 4 8 8M12 4l-8 8',
  back: 'M10 3 5 8l5 5',
  more: 'M3.5 8.4a.4.4 0 1 0 0-.8.4.4 0 0 0 0 .8ZM8 8.4a.4.4 0 1 0 0-.8.4.4 0 0 0 0 .8ZM12.5 8.4a.4.4 0 1 0 0-.8.4.4 0 0 0 0 .8Z',
  panel: 'M2.5 3h11v10h-11V3ZM10 3v10',
  plus: 'M8 3v10M3 8h10',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 9h6l.5-9M6.8 7v4M9.2 7v4',
  edit: 'm3 13 .7-3 7-7L13 5.300l-7 7L3 13Z',
  block: 'M8 13.5a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM4.200 4.200l7.600 7.600',
  copy: 'M5.500 5.500h8v8h-8v-8ZM10.500 5.500v-3h-8v8h3',
  link: 'M6.500 9.500 9.500 6.500M7 4.500l1.300-1.300a2.700 2.700 0 0 1 3.800 3.800L10.800 8.300M9 11.500l-1.300 1.300a2.700 2.700 0 0 1-3.800-3.800L5.200 7.700',
  plug: 'M6 2v3M10 2v3M4.500 5h7v2.500a3.500 3.500 0 0 1-7 0V5ZM8 11v3',
  bolt: 'M9 2 3.500 9H8l-1 5 5.500-7H8l1-5Z',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  mail: 'M2.500 4h11v8h-11V4Zm0 .5L8 9l5.500-4.500',
  clock: 'M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM8 5v3.300l2 1.200',
  reopen: 'M3 8a5 5 0 1 0 1.600-3.700M3 2.500V5h2.500',
  clip: 'm13 7.5-5.300 5.300a3.200 3.200 0 0 1-4.500-4.500l5.800-5.800a2.100 2.100 0 0 1 3 3L6.200 11.300a1 1 0 0 1-1.500-1.500L9.500 5',
  unread: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
