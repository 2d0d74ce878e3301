import { useInfiniteQuery } from '@tanstack/react-query'
import { listMessages } from '../../../api/messages.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { MessageBody } from '../MessageBody.tsx'

/** The messages of a conversation that goes on in another one, to be read. */
export default function MergedMessages({ id }: { id: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['merged-messages', id],
    queryFn: ({ pageParam }) => listMessages(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })
  if (!data) return <Loading error={error} onRetry={refetch} />
  const messages = data.pages.flatMap((page) => page.data).toReversed()
  return (
    <div className="merged-messages">
      {hasNextPage && (
        <Button kind="quiet" busy={isFetching} onClick={() => void fetchNextPage()}>
          {t('Show earlier messages')}
        </Button>
      )}
      {messages.map((message) => (
        <article key={message.id} className={message.isNote ? 'is-note' : undefined}>
          <p className="merged-sender">
            <strong>{message.senderName || t('Visitor')}</strong> <time>{moment(message.createdAt)}</time>
          </p>
          {message.isDeleted ? (
            <p className="none">{t('This message was deleted')}</p>
          ) : (
            <MessageBody message={message} />
          )}
        </article>
      ))}
    </div>
  )
}
