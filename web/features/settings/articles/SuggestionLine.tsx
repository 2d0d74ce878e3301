import { createDraft } from '../../../api/help-insights.ts'
import type { ArticleSuggestion } from '../../../api/records.ts'
import { go, Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { attempt } from '../../../ui/forms.ts'

/** An article that is missing: how often it was asked for, and its draft where a member has answered it. */
export function SuggestionLine({ suggestion }: { suggestion: ArticleSuggestion }) {
  const { question, answer, searched, unanswered, solved, conversationIds } = suggestion
  const said: [number, string][] = [
    [searched, t('1 search without a result|{0} searches without a result', searched)],
    [unanswered, t('1 question without an answer|{0} questions without an answer', unanswered)],
    [solved, t('1 conversation solved by your team|{0} conversations solved by your team', solved)],
  ]
  return (
    <li className="suggested-article">
      <div>
        <strong dir="auto">{question}</strong>
        <p className="about">{said.flatMap(([count, words]) => (count > 0 ? words : [])).join(' · ')}</p>
        {conversationIds.length > 0 && (
          <p className="about">
            {conversationIds.map((id, n) => (
              <Link key={id} href={pathTo('open', id)}>
                {t('Conversation {0}', n + 1)}
              </Link>
            ))}
          </p>
        )}
        {answer && (
          <details>
            <summary>{t('What your team answered')}</summary>
            <p className="suggested" dir="auto">
              {answer}
            </p>
          </details>
        )}
      </div>
      <div className="acts">
        {answer ? (
          <Button icon="note" onClick={() => void attempt(() => createDraft({ question, answer }), t('Draft created'))}>
            {t('Create a draft')}
          </Button>
        ) : (
          <Button icon="note" onClick={() => go(pathTo('settings', 'knowledge', 'new', question))}>
            {t('Write the article')}
          </Button>
        )}
      </div>
    </li>
  )
}
