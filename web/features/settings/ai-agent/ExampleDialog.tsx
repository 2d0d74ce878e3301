import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addExample } from '../../../api/ai-trials.ts'
import { articlesQuery } from '../../../api/articles.ts'
import { AI_EXAMPLE_QUESTION_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogForm } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Picker } from '../../../ui/Picker.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import './trials.css'

/** Typing pauses this long before the search starts. */
const REST_MS = 200

interface Chosen {
  id: string
  label: string
}

interface Props {
  /** What a customer asked; empty: the member writes it. */
  question?: string
  conversationId?: string
  /** The article that answered it, where one did. */
  article?: Chosen | null
  onClose: () => void
}

/** Keeps what the AI agent is to do about a question. */
export default function ExampleDialog({ question = '', conversationId, article = null, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(article)
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

function ArticlePicker({ onPick, onClose }: { onPick: (article: Chosen) => void; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const rested = useRested(query.trim(), REST_MS)
  const found = useInfiniteQuery({ ...articlesQuery({ q: rested }), placeholderData: keepPreviousData })
  const articles = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Picker
      label={t('Choose an article')}
      placeholder={t('Search articles')}
      choices={articles.map(({ id, question, answer }) => ({ id, label: question, also: answer }))}
      onQuery={setQuery}
      onPick={({ id, label }) => onPick({ id, label })}
      onClose={onClose}
      none={t('Nothing found.')}
    />
  )
}
