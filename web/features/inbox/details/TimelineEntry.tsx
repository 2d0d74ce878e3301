import type { ReactNode } from 'react'
import type { TimelineLine } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ago, moment } from '../../../base/time.ts'
import { CHANNELS } from '../../../live/views.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { RUN_STATES } from '../../../ui/run-states.ts'
import { wordsOf as actionWords } from '../orders/action-words.ts'

const ICONS: Record<TimelineLine['kind'], IconName> = {
  conversation: 'inbox',
  custom_action: 'bolt',
  order: 'cart',
  order_action: 'cart',
  page: 'link',
  event: 'clock',
  rating: 'star',
}

const NO_MONEY = { amount: null, currencyCode: null }

/** One thing that happened: what kind it is, in words, and when. */
export function TimelineEntry({ entry, isOpen }: { entry: TimelineLine; isOpen: boolean }) {
  const { title, about } = wordsOf(entry, isOpen)
  return (
    <li>
      <Icon name={ICONS[entry.kind]} />
      <div>
        <p>{title}</p>
        {about && <p className="about">{about}</p>}
      </div>
      <time dateTime={entry.at} title={moment(entry.at)}>
        {ago(entry.at)}
      </time>
    </li>
  )
}

function wordsOf(entry: TimelineLine, isOpen: boolean): { title: ReactNode; about: string | null } {
  const { kind, text, detail, channel, url, total, action, run, conversationId } = entry
  const number = `#${(text ?? '').replace(/^#/, '')}`
  const toConversation = (title: string) =>
    isOpen || !conversationId ? title : <Link href={pathTo('open', conversationId)}>{title}</Link>
  switch (kind) {
    case 'conversation': {
      const status = detail === 'resolved' ? t('Resolved') : t('Still open')
      const title = isOpen ? t('This conversation began') : t('Conversation began')
      return {
        title: toConversation(title),
        about: [status, CHANNELS[channel ?? ''], text].filter(Boolean).join(' · '),
      }
    }
    case 'rating':
      return { title: toConversation(t('Rated {0} of 5', detail)), about: text }
    case 'order':
      return {
        title: t('Ordered {0}', number),
        about: [total && price(total.amount, total.currencyCode), detail].filter(Boolean).join(' · '),
      }
    case 'order_action':
      return {
        title: toConversation(action ? actionWords({ ...action, ...(total ?? NO_MONEY) }) : ''),
        about: [number, detail].filter(Boolean).join(' · '),
      }
    case 'custom_action': {
      const sent = Object.entries(run?.input ?? {}).map(([name, value]) => t('{0}: {1}', name, String(value)))
      return {
        title: toConversation(t('{0}: {1}', text, run ? RUN_STATES[run.state] : '')),
        about: [...sent, detail].filter(Boolean).join(' · '),
      }
    }
    case 'page': {
      const isWeb = /^https?:/.test(url ?? '')
      const name = text || url || ''
      const page = isWeb ? (
        <a href={url as string} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )
      return { title: page, about: t('Pages viewed') }
    }
    default:
      return { title: text, about: detail }
  }
}
