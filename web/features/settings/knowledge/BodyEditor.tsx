import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { previewQuery } from '../../../api/articles.ts'
import { ARTICLE_BODY_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import { BodyToolbar } from './BodyToolbar.tsx'
import { useEditKeys } from './edit-keys.ts'
import { usePictures } from './use-pictures.ts'

/** Typing pauses this long before the preview follows. */
const REST_MS = 300

type View = 'write' | 'preview' | 'original'

interface Props {
  body: string
  locale: string
  onChange: (body: string) => void
  /** The original of a translation. */
  original?: ReactNode
}

/** An article's Markdown, and beside it what its page will show, or its original. On a narrow screen one at a time. */
export function BodyEditor({ body, locale, onChange, original }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  const beside = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>('write')
  const { isUploading, add, ...drop } = usePictures(box)
  useEditKeys(box)
  const id = useId()
  const isOriginal = view === 'original' && original !== undefined
  const views: [View, string][] = [
    ['write', t('Write')],
    ['preview', t('Preview')],
  ]
  if (original) views.push(['original', t('Original')])
  return (
    <div className="body-editor" data-view={view}>
      <label htmlFor={id} className="sr-only">
        {t('Text')}
      </label>
      <BodyToolbar box={box} isUploading={isUploading} onPictures={(files) => void add(files)} />
      <fieldset className="body-views" aria-label={t('View')}>
        {views.map(([one, label]) => (
          <button key={one} type="button" aria-pressed={view === one} data-shows={one} onClick={() => setView(one)}>
            {label}
          </button>
        ))}
      </fieldset>
      <textarea
        ref={box}
        id={id}
        className="body-text"
        dir="auto"
        value={body}
        required
        maxLength={ARTICLE_BODY_MAX}
        placeholder={t('Write in Markdown. Drop or paste pictures here.')}
        onChange={({ target }) => onChange(target.value)}
        onScroll={({ currentTarget }) => follow(currentTarget, beside.current)}
        {...drop}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too */}
      <section className="body-beside" aria-label={isOriginal ? t('Original') : t('Preview')} tabIndex={0} ref={beside}>
        {isOriginal ? original : <Preview body={body} locale={locale} />}
      </section>
    </div>
  )
}

/** The place beside scrolls as far as the text was scrolled. */
function follow(text: HTMLElement, beside: HTMLElement | null): void {
  const rest = text.scrollHeight - text.clientHeight
  if (beside && rest > 0) beside.scrollTop = (text.scrollTop / rest) * (beside.scrollHeight - beside.clientHeight)
}

/** A body as its page shows it. Links open beside the editor. */
function Preview({ body, locale }: { body: string; locale: string }) {
  const rested = useRested(body, REST_MS)
  const isEmpty = rested.trim() === ''
  const { data, error, refetch } = useQuery({
    ...previewQuery(rested, locale),
    placeholderData: keepPreviousData,
    enabled: !isEmpty,
  })
  if (isEmpty) return <p className="about">{t('Nothing to preview yet.')}</p>
  if (error || data === undefined) return <Loading error={error} onRetry={refetch} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's click, by whatever it is made
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className="body"
      dir="auto"
      onClick={(event) => {
        const link = (event.target as Element).closest('a')
        if (!link) return
        event.preventDefault()
        window.open(link.href, '_blank', 'noopener')
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the service's own renderer made it, to which HTML is text
      dangerouslySetInnerHTML={{ __html: data }}
    />
  )
}
