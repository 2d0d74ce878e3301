import { useState } from 'react'
import { addExample } from '../../../api/ai-trials.ts'
import { AI_EXAMPLE_QUESTION_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogForm } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import { ArticlePicker, type PickedArticle } from './ArticlePicker.tsx'
import './trials.css'

interface Props {
  /** What a customer asked; empty: the member writes it. */
  question?: string
  conversationId?: string
  /** The article that answered it, where one did. */
  article?: PickedArticle | null
  onClose: () => void
}

/** Keeps what the AI agent is to do about a question. */
export default function ExampleDialog({ question = '', conversationId, article = null, onClose }: Props) {
  const [chosen, setChosen] = useState<PickedArticle | null>(article)
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <DialogForm
        title={t('New example')}
        onClose={onClose}
        onSave={(form) =>
          attempt(
            () =>
              addExample({
                question: form('question'),
                articleId: chosen?.id ?? null,
                ...(conversationId && { conversationId }),
              }),
            t('Saved'),
          )
        }
      >
        <label>
          {t('A customer asks')}
          <textarea name="question" rows={3} defaultValue={question} maxLength={AI_EXAMPLE_QUESTION_MAX} required />
        </label>
        <fieldset className="reactions">
          <legend>{t('The right reaction')}</legend>
          <label>
            <input type="radio" name="reaction" checked={chosen === null} onChange={() => setChosen(null)} />
            {t('The AI agent does not answer')}
          </label>
          <label>
            <input type="radio" name="reaction" checked={chosen !== null} onChange={() => setPicking(true)} />
            {chosen ? t('It answers from “{0}”', chosen.label) : t('It answers from an article…')}
          </label>
          {chosen && <Button onClick={() => setPicking(true)}>{t('Choose another article')}</Button>}
        </fieldset>
      </DialogForm>
      {isPicking && (
        <ArticlePicker
          onPick={(picked) => {
            setChosen(picked)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
