/** What the inbox is asking its member, and about which conversations. */

export type Asking =
  | { what: 'assign' | 'tag' | 'palette' | 'more' | 'delete'; ids: string[] }
  | { what: 'search' | 'keys' | 'notifications' }

export interface MenuProps {
  asking: Asking & { ids: string[] }
  onAsk: (asking: Asking | null) => void
  onResolve: () => void
}
