import { useQuery } from '@tanstack/react-query'
import { settleQuestion, unansweredQuery } from '../../../api/ai-agent.ts'
import { go, Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ago, moment } from '../../../base/time.ts'
import { languageName } from '../../../ui/ai-agent/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { complain, toast } from '../../../ui/toast.tsx'

/** What customers asked in the last 30 days and the AI agent had no answer to, most often first. */
export function Unanswered() {
  const { data: groups, error, refetch } = useQuery(unansweredQuery)
  return (
    <Card
      title={t('Unanswered questions')}
      about={t(
        'Questions from the last 30 days that the AI agent did not answer. Similar questions are grouped under the newest wording.',
      )}
    >
      {(!groups || error) && <Loading error={error} onRetry={refetch} />}
      {groups?.length === 0 && (
        <p className="none">
          {t('Nothing here. Either everything was answered or no one has asked yet.')}{' '}
          <Link href={pathTo('settings', 'ai', 'playground')}>{t('Try it in the playground')}</Link>{' '}
          <Link href={pathTo('settings', 'ai', 'replay')}>{t('Replay a conversation')}</Link>
        </p>
      )}
      <ul className="lines unanswered">
        {groups?.map(({ id, conversationId, text, language, askedAt, count }) => (
          <li key={id}>
            <strong className="times" title={t('Asked {0} times', count)}>
              {count}×
            </strong>
            <div>
              <p dir="auto">{text}</p>
              <p className="about">
                {languageName(language)} · <time title={moment(askedAt)}>{ago(askedAt)}</time>
              </p>
            </div>
            <div className="acts">
              <Button icon="note" onClick={() => go(pathTo('settings', 'knowledge', 'new', text))}>
                {t('Write the article')}
              </Button>
              <Button kind="quiet" onClick={() => go(pathTo('open', conversationId))}>
                {t('Open the conversation')}
              </Button>
              <Button kind="quiet" icon="check" onClick={() => void settle(id)}>
                {t('Dismiss question')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

async function settle(id: string): Promise<void> {
  try {
    await settleQuestion(id, true)
    toast(t('Dismissed. It comes back if someone asks again.'), {
      undo: () => void settleQuestion(id, false).catch(complain),
    })
  } catch (error) {
    complain(error)
  }
}
