import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Article } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { ARTICLE_QUESTION_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { ago, moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { useDraftState } from '../../../ui/form-drafts.ts'
import { useAttempt } from '../../../ui/forms.ts'
import { TryButton } from '../ai-agent/TryButton.tsx'
import { ArticleDetails } from './ArticleDetails.tsx'
import { type ArticleFields, changeOf, triedOf } from './article-fields.ts'
import { BodyEditor } from './BodyEditor.tsx'

type Status = Article['status']

interface Props {
  /** The key under which what is not saved is kept while the inbox is open. */
  draft: string
  saved: ArticleFields
  locales: string[]
  /** Null: a new article. */
  status: Status | null
  article?: Article
  /** The address of its page; null where it has none. */
  page?: string | null
  original?: ReactNode
  onSave: (fields: ArticleFields, status: Status | undefined) => Promise<unknown>
}

/** An article's form. What was not saved is there again after other pages; leaving the inbox asks first. */
export function ArticleForm({ draft, saved, locales, status, article, page, original, onSave }: Props) {
  const [edits, setEdits, forget] = useDraftState<Partial<ArticleFields>>(draft, {})
  const fields = { ...saved, ...edits }
  const { isBusy, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  const isChanged = Object.keys(changeOf(fields, saved)).length > 0
  const set = (part: Partial<ArticleFields>) => setEdits({ ...edits, ...part })
  const discard = () => {
    setEdits({})
    forget()
  }
  const latest = useRef(edits)
  latest.current = edits
  const save = (next: Status | undefined) =>
    attempt(
      async () => {
        await onSave(fields, next)
        // What was written meanwhile is not saved yet.
        const rest = Object.entries(latest.current).filter(
          ([name, value]) => value !== fields[name as keyof ArticleFields],
        )
        setEdits(Object.fromEntries(rest))
        if (rest.length === 0) forget()
      },
      next === 'published' ? t('Published') : t('Saved'),
    )
  useSaveKey(form)
  useLeaveGuard(isChanged)
  const publishes = status !== 'published'
  return (
    <form
      ref={form}
      className="form article-form"
      // A new one is another page once it is saved, which what is written meanwhile would not be on.
      inert={isBusy && status === null}
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value')
        if (!isBusy) void save(chosen === 'published' || chosen === 'draft' ? chosen : undefined)
      }}
    >
      <div className="article-bar">
        <p className="about" role="status">
          <Standing article={article} isChanged={isChanged} />
        </p>
        <div className="acts">
          {page && (
            <a className="button quiet" href={page} target="_blank" rel="noopener noreferrer">
              {t('View page')}
            </a>
          )}
          {isChanged && status !== null && (
            <Button kind="quiet" onClick={discard}>
              {t('Discard changes')}
            </Button>
          )}
          {status === 'published' && (
            <Button type="submit" value="draft" disabled={isBusy}>
              {t('Unpublish')}
            </Button>
          )}
          {(publishes || isChanged) && <TryButton changeOf={() => ({ article: triedOf(fields, article?.id) })} />}
          {/* The first button of a form is the one that Ctrl+S means. */}
          <Button
            type="submit"
            kind={publishes ? 'plain' : 'primary'}
            title="Ctrl+S"
            data-saves=""
            disabled={isBusy || (status !== null && !isChanged)}
          >
            {publishes ? t('Save draft') : t('Save')}
          </Button>
          {publishes && (
            <Button type="submit" kind="primary" value="published" disabled={isBusy}>
              {t('Publish')}
            </Button>
          )}
        </div>
      </div>
      <label>
        {t('Title')}
        <input
          className="article-title"
          dir="auto"
          value={fields.question}
          maxLength={ARTICLE_QUESTION_MAX}
          required
          placeholder={t('A question, in the words customers use')}
          onChange={({ target }) => set({ question: target.value })}
        />
      </label>
      <BodyEditor body={fields.body} locale={fields.locale} original={original} onChange={(body) => set({ body })} />
      <ArticleDetails fields={fields} locales={locales} isNew={status === null} onChange={set} />
    </form>
  )
}

function Standing({ article, isChanged }: { article: Article | undefined; isChanged: boolean }) {
  const editor = useMembers().find(({ id }) => id === article?.editedBy)
  if (!article) return isChanged ? t('Not saved yet') : null
  const state = article.status === 'draft' ? t('Draft') : article.private ? t('Private') : t('Public')
  const edited = editor
    ? t('Edited {0} by {1}', ago(article.editedAt), editor.fullName)
    : t('Edited {0}', ago(article.editedAt))
  return (
    <>
      <span className="chip whole">{state}</span> <span title={moment(article.editedAt)}>{edited}</span>
      {isChanged && <strong> · {t('Unsaved changes')}</strong>}
    </>
  )
}

/** Ctrl+S saves, wherever on the page the focus is. */
function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      const button = form.current?.querySelector<HTMLButtonElement>('[data-saves]')
      if (button && !button.disabled) form.current?.requestSubmit(button)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [form])
}

/** The browser asks before the inbox is closed or loaded again. */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
}
