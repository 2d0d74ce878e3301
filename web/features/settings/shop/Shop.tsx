import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewConnection } from '../../../api/records.ts'
import { connectionsQuery } from '../../../api/store/shop.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { ConnectionLine } from './ConnectionLine.tsx'
import { WhatTheShopNeeds } from './ConnectShopNextSteps.tsx'
import '../connected.css'
import './shop.css'

/** The shop that the store sells in: its connections, how far each was read, and a way to make one. */
export default function Shop() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  const [made, setMade] = useState<NewConnection>()
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { data: connections, meta } = data
  const inUse = connections.filter(({ state }) => state !== 'disconnected')
  const ended = connections.filter(({ state }) => state === 'disconnected')
  const connect = <ConnectForm onMade={setMade} />
  return (
    <>
      <Card
        title={t('Data sources')}
        about={t(
          'Products, orders and customers of these shops: members see them, and the AI agent answers with them.',
        )}
      >
        {inUse.length === 0 && <p className="none">{t('No shop is connected. Data comes only from imports.')}</p>}
        <ul className="lines">
          {inUse.map((connection) => (
            <ConnectionLine key={connection.id} connection={connection} webhooksUrl={meta.webhooksUrl} />
          ))}
        </ul>
        {made && <WhatTheShopNeeds made={made} webhooksUrl={meta.webhooksUrl} onDone={() => setMade(undefined)} />}
        {inUse.length === 0 ? (
          connect
        ) : (
          <details className="connect">
            <summary>{t('Connect another')}</summary>
            {connect}
          </details>
        )}
      </Card>
      {ended.length > 0 && (
        <Card title={t('Disconnected')} about={t('Their imported data is kept. Reconnect one to continue.')}>
          <ul className="lines">
            {ended.map((connection) => (
              <ConnectionLine key={connection.id} connection={connection} webhooksUrl={meta.webhooksUrl} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
