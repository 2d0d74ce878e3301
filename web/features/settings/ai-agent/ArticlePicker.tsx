import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { articlesQuery } from '../../../api/articles.ts'
import { t } from '../../../base/texts.ts'
import { Picker } from '../../../ui/Picker.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'

/** Typing pauses this long before the search starts. */
const REST_MS = 200

export interface PickedArticle {
  id: string
  label: string
}

/** Chooses one of the store's articles. */
export function ArticlePicker({ onPick, onClose }: { onPick: (article: PickedArticle) => void; onClose: () => void }) {
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
