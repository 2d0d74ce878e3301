import { type ComponentType, lazy } from 'react'
import { Link, pathTo, useParts } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { AgentSettings } from './AgentSettings.tsx'
import { Examples } from './Examples.tsx'
import { Playground } from './Playground.tsx'
import { Replay } from './Replay.tsx'
import { Unanswered } from './Unanswered.tsx'
import './pages.css'

const PAGES: { key: string; title: string; page: ComponentType<{ id: string | undefined }> }[] = [
  { key: 'settings', title: t('Settings'), page: AgentSettings },
  { key: 'actions', title: t('Actions'), page: lazy(() => import('./actions/Actions.tsx')) },
  { key: 'guidance', title: t('Guidance'), page: lazy(() => import('./guidance/Guidance.tsx')) },
  { key: 'playground', title: t('Playground'), page: Playground },
  { key: 'replay', title: t('Replay'), page: Replay },
  { key: 'examples', title: t('Examples'), page: Examples },
  { key: 'unanswered', title: t('Unanswered'), page: Unanswered },
]

/** The AI agent: its settings, trying it out, asking it again what was asked, and what it had no answer to. */
export default function AiAgent() {
  const [, , key = 'settings', id] = useParts()
  const { page: Page } = PAGES.find((page) => page.key === key) ?? (PAGES[0] as (typeof PAGES)[number])
  return (
    <>
      <nav className="page-tabs" aria-label={t('AI agent')}>
        {PAGES.map((page) => (
          <Link
            key={page.key}
            href={page.key === 'settings' ? pathTo('settings', 'ai') : pathTo('settings', 'ai', page.key)}
            aria-current={page.page === Page ? 'page' : undefined}
          >
            {page.title}
          </Link>
        ))}
      </nav>
      <Page id={id} />
    </>
  )
}
