import { useQuery } from '@tanstack/react-query'
import { recentQuery, replayQuery } from '../../../api/ai-agent.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { go, Link, partsOf, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'
import { contactName } from '../../../live/contact-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { fields } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ReplayedTurn } from './ReplayedTurn.tsx'
import ReplayMonth from './ReplayMonth.tsx'

const PATH = ['settings', 'ai', 'replay']

/** A conversation that took place, asked again: what was said then beside what the AI agent would say now. */
export function Replay({ id }: { id: string | undefined }) {
  return id ? <Replayed id={id} /> : <Choice />
}

function Choice() {
  const { data: recent, error, refetch } = useQuery(recentQuery)
  return (
    <>
      <Card
        title={t('Replay a conversation')}
        about={t(
          'Asks the AI agent a past customer’s questions again, with your current settings and articles. Nothing is sent or saved.',
        )}
      >
        <form
          className="form row-form"
          onSubmit={(event) => {
            const id = idOf(fields(event)('conversation'))
            if (id) go(pathTo(...PATH, id))
          }}
        >
          <input
            name="conversation"
            aria-label={t('Conversation')}
            placeholder={t('Its id, or a link to it')}
            required
          />
          <Button type="submit">{t('Replay')}</Button>
        </form>
        <h3>{t('Active last')}</h3>
        {!recent && <Loading error={error} onRetry={refetch} />}
        {recent?.length === 0 && <p className="none">{t('No customer has written yet. Try it in the playground.')}</p>}
        <ul className="lines">
          {recent?.map((one) => (
            <li key={one.id}>
              <div>
                <Link href={pathTo(...PATH, one.id)}>{contactName(one)}</Link>
                <p className="about" dir="auto">
                  {one.lastMessage?.text}
                </p>
              </div>
              <time className="about">{ago(one.lastActive)}</time>
            </li>
          ))}
        </ul>
      </Card>
      <ReplayMonth />
    </>
  )
}

/** The id in what was entered: an id, or the address of a conversation in the inbox. */
function idOf(entered: string): string | undefined {
  const text = entered.trim()
  return URL.canParse(text) ? partsOf(new URL(text).pathname)[1] : text
}

function Replayed({ id }: { id: string }) {
  const { data: turns, error, refetch, isFetching } = useQuery(replayQuery(id))
  const minConfidence = useQuery(storeQuery).data?.settings.ai.minConfidence
  return (
    <Card title={t('Then and now')}>
      <div className="acts">
        <Button icon="back" onClick={() => go(pathTo(...PATH))}>
          {t('Another conversation')}
        </Button>
        <Button onClick={() => go(pathTo('open', id))}>{t('Open the conversation')}</Button>
        <Button kind="quiet" busy={isFetching} disabled={isFetching} onClick={() => void refetch()}>
          {t('Ask again')}
        </Button>
      </div>
      {(!turns || error) && <Loading error={error} onRetry={refetch} />}
      {turns?.length === 0 && <p className="none">{t('The customer said nothing in this conversation.')}</p>}
      <ol className="replay">
        {turns?.map((turn, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was said keeps its place
          <ReplayedTurn key={at} id={id} turn={turn} threshold={minConfidence} />
        ))}
      </ol>
    </Card>
  )
}
