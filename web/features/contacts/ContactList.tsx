import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { SegmentCondition } from '../../api/records.ts'
import { CONTACTS_PAGE, contactsQuery, segmentCountQuery } from '../../api/segments.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Loading.tsx'
import { useRested } from '../../ui/useDebouncedValue.ts'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { ContactRow } from './ContactRow.tsx'
import { conditionWords, countWords } from './words.ts'

const ROW_PX = 60
/** Typing pauses this long before the search starts. */
const REST_MS = 200

interface Props {
  segmentKey: string
  /** Its id; null for all contacts. */
  segment: string | null
  title: string
  conditions: SegmentCondition[]
  openId: string | undefined
  onEdit: (() => void) | undefined
}

/** Contacts, newest first, with a search by the beginnings of names and addresses. */
export function ContactList({ segmentKey, segment, title, conditions, openId, onEdit }: Props) {
  const [typed, type] = useState('')
  const q = useRested(typed.trim(), REST_MS)
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch, isPlaceholderData } = useInfiniteQuery({
    ...contactsQuery(segment, q),
    placeholderData: keepPreviousData,
  })
  const count = useQuery({ ...segmentCountQuery(segment ?? ''), enabled: segment !== null }).data
  const contacts = data?.pages.flatMap((page) => page.data) ?? []
  const byId = new Map(contacts.map((one) => [one.id, one]))
  const canLoad = hasNextPage && !isFetching && !error

  // Pages of a rare segment are short: they are followed until there is a screen full of contacts.
  useEffect(() => {
    if (canLoad && contacts.length < CONTACTS_PAGE) void fetchNextPage()
  }, [canLoad, contacts.length, fetchNextPage])
  const more = useCallback(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])
  const isLooking = isFetching || (hasNextPage && !error)

  return (
    <section className="list contact-list" aria-label={title}>
      <header className="pane-head">
        <h2>{title}</h2>
        {count && (
          <span
            className="count"
            title={count.isWhole ? undefined : t('Counts only the newest contacts, because there are very many.')}
          >
            {countWords(count)}
          </span>
        )}
        {isFetching && data && <span className="spinner" aria-hidden="true" />}
        <span className="grow" />
        {segment !== null && (
          <Link className="button quiet" href={pathTo(`segment:${segment}`)}>
            {t('Conversations')}
          </Link>
        )}
        {onEdit && <IconButton icon="edit" label={t('Edit the segment')} onClick={onEdit} />}
      </header>
      {conditions.length > 0 && (
        <p className="segment-words">
          {conditions.map((condition) => (
            <span className="chip" key={JSON.stringify(condition)}>
              {conditionWords(condition)}
            </span>
          ))}
        </p>
      )}
      <div className="contact-search">
        <input
          type="search"
          aria-label={t('Search contacts')}
          placeholder={t('Name or email')}
          maxLength={100}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!error && contacts.length === 0 && isLooking && (
        <p className="more" role="status">
          {t('Loading…')}
        </p>
      )}
      {!error && contacts.length === 0 && !isLooking && (
        <div className="blank" role="status">
          <p>
            {q
              ? t('No contact matches.')
              : segment === null
                ? t('There are no contacts yet.')
                : t('No contact is in this segment now.')}
          </p>
          {q && <Button onClick={() => type('')}>{t('Clear the search')}</Button>}
        </div>
      )}
      {contacts.length > 0 && (
        <div className="contact-rows" aria-busy={isPlaceholderData}>
          <VirtualList
            key={q}
            ids={contacts.map(({ id }) => id)}
            height={ROW_PX}
            current={openId}
            label={t('Contacts: {0}', title)}
            onEnd={more}
            after={isFetching && hasNextPage ? <p className="more">{t('Loading…')}</p> : null}
          >
            {(id) => {
              const contact = byId.get(id)
              return contact ? (
                <ContactRow contact={contact} href={pathTo('contacts', segmentKey, id)} isCurrent={id === openId} />
              ) : null
            }}
          </VirtualList>
        </div>
      )}
    </section>
  )
}
