import { type ComponentType, useState } from 'react'
import { openNewConversation } from '../../live/new-conversation.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { Asking } from './menus/asking.ts'
import { Menus } from './menus/Menus.tsx'
import { useShortcuts } from './shortcuts.ts'

const NotificationsMenu = onDemand(() => import('./menus/NotificationsMenu.tsx'))
const StoresMenu = onDemand(() => import('./menus/StoresMenu.tsx'))
const KeysDialog = onDemand(() => import('./KeysDialog.tsx'))
const ViewDialog = onDemand(() => import('./views/ViewDialog.tsx'))

/** The keys that work beside the inbox, too: in settings and reports. They go places, and act on no conversation. */
export function AnywhereKeys({ Search }: { Search: ComponentType<{ viewKey: string; onClose: () => void }> }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  useShortcuts({
    '/': () => setAsking({ what: 'search' }),
    c: () => openNewConversation(),
    m: () => setAsking({ what: 'notifications' }),
    '?': () => setAsking({ what: 'keys' }),
    'Ctrl+K': () => setAsking({ what: 'palette', ids: [] }),
  })
  if (asking?.what === 'search') return <Search viewKey="open" onClose={() => setAsking(null)} />
  if (asking?.what === 'notifications') return <NotificationsMenu onClose={() => setAsking(null)} />
  if (asking?.what === 'stores') return <StoresMenu onClose={() => setAsking(null)} />
  if (asking?.what === 'view') return <ViewDialog view={undefined} onClose={() => setAsking(null)} />
  if (asking?.what === 'keys') return <KeysDialog onClose={() => setAsking(null)} />
  return asking && <Menus asking={asking} onAsk={setAsking} onResolve={() => {}} onSnooze={() => {}} />
}
