/** What the inbox is asking its member, and about which conversations. */

export type Asking =
  | {
      what:
        | 'assign'
        | 'team'
        | 'tag'
        | 'snooze'
        | 'priority'
        | 'palette'
        | 'more'
        | 'delete'
        | 'merge-contact'
        | 'merge'
      ids: string[]
    }
  | { what: 'search' | 'keys' | 'notifications' | 'stores' }
  /** A saved view to change, or none: a new one. */
  | { what: 'view'; id?: string }

export interface MenuProps {
  asking: Asking & { ids: string[] }
  onAsk: (asking: Asking | null) => void
  onResolve: () => void
  /** Puts conversations aside, and goes on to the next one. */
  onSnooze: (ids: string[], until: Date | null) => void
}
