import { useState } from 'react'
import type { AiTrial } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Sources } from '../../../ui/ai-agent/Sources.tsx'
import Trace from '../../../ui/ai-agent/Trace.tsx'
import { reasonWords } from '../../../ui/ai-agent/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const ExampleDialog = onDemand(() => import('./ExampleDialog.tsx'))

interface Props {
  /** The conversation's id. */
  id: string
  turn: AiTrial
  threshold: number | undefined
}

/** What a customer asked, what was said then, and what the AI agent would say now. */
export function ReplayedTurn({ id, turn, threshold }: Props) {
  const [isKeeping, setKeeping] = useState(false)
  const [faq] = turn.faqs
  const { asked, saidThen, text, reason, faqs } = turn
  return (
    <li>
      <blockquote dir="auto">{asked.join('\n') || t('A file without words')}</blockquote>
      <div className="then-now">
        <section>
          <h3>{t('Then')}</h3>
          {saidThen === null ? <p className="none">{t('Nobody answered.')}</p> : <p dir="auto">{saidThen}</p>}
        </section>
        <section>
          <h3>
            {t('Now')} {text !== null && saidThen?.includes(text) && <span className="chip">{t('same as then')}</span>}
          </h3>
          {text === null ? (
            <p className="none">{t('Hands off. {0}.', reasonWords(reason ?? 'unknown'))}</p>
          ) : (
            <p dir="auto">{text}</p>
          )}
          <Sources faqs={faqs} isAdmin />
          <details>
            <summary>{t('How it decided')}</summary>
            <Trace {...turn} threshold={threshold} />
          </details>
          <Button kind="quiet" onClick={() => setKeeping(true)}>
            {t('Keep as an example')}
          </Button>
        </section>
      </div>
      {isKeeping && (
        <ExampleDialog
          question={asked.join('\n')}
          conversationId={id}
          article={faq ? { id: faq.id, label: faq.question } : null}
          onClose={() => setKeeping(false)}
        />
      )}
    </li>
  )
}
