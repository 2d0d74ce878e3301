import { useQuery } from '@tanstack/react-query'
import type { Assistant } from '../../api/records.ts'
import { assistantsQuery, disconnectAssistant } from '../../api/store/assistants.ts'
import { storeQuery } from '../../api/store/settings.ts'
import { useMembers } from '../../api/team/team.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Assistants that an admin authorized, and the address for another one. */
export default function Assistants() {
  const members = useMembers()
  const { data: assistants, error, refetch } = useQuery(assistantsQuery)
  const store = useQuery(storeQuery)
  if (!assistants) return <Loading error={error} onRetry={refetch} />
  if (!store.data) return <Loading error={store.error} onRetry={store.refetch} />
  const { baseUrl, appId } = store.data
  const nameOf = (id: string) => members.find((member) => member.id === id)?.fullName ?? 'a former member'
  return (
    <>
      <Card
        title={t('Connected assistants')}
        about={t(
          'They can use the store’s tools until you disconnect them, they are unused for 30 days, or the member who allowed them is no longer an admin.',
        )}
      >
        {assistants.length === 0 && <p className="none">{t('No assistant is connected.')}</p>}
        <ul className="lines">
          {assistants.map((assistant) => (
            <li key={assistant.id}>
              <div>
                <strong>{assistant.name}</strong>
                <p className="about">{placeOf(assistant)}</p>
                <p className="about">
                  {t('Allowed by {0}, {1}', nameOf(assistant.allowedBy), moment(assistant.allowedAt))} ·{' '}
                  {assistant.lastUsedAt ? t('last used {0}', moment(assistant.lastUsedAt)) : t('never used')}
                </p>
              </div>
              <ConfirmButton
                label={t('Disconnect')}
                question={t('It stops working immediately.')}
                onConfirm={() => attempt(() => disconnectAssistant(assistant.id), t('Assistant disconnected'))}
              />
            </li>
          ))}
        </ul>
      </Card>
      <Card
        title={t('Connect another')}
        about={t(
          'Paste this URL where the assistant adds a connector or an MCP server. It then sends you here to allow access.',
        )}
      >
        <Copyable text={`${baseUrl}/mcp/${appId}`} label={t('the address')} />
        <p className="about">
          <a href="/docs/mcp.md" target="_blank" rel="noreferrer">
            {t('How each assistant is connected')}
          </a>
        </p>
      </Card>
    </>
  )
}

function placeOf({ publisher, redirectHost }: Assistant): string {
  if (publisher.kind === 'computer') return 'A program on a member’s computer'
  return publisher.name ? `${publisher.name} · ${redirectHost}` : redirectHost
}
