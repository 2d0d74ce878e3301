import type { Connection } from '../../../api/records.ts'
import { disconnectShop } from '../../../api/store/shop.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { attempt } from '../../../ui/forms.ts'
import { AppAddresses } from './AppAddresses.tsx'
import { Progress } from './Progress.tsx'
import { addressOf, SHOP_KINDS, titleOf } from './shop-kinds.ts'

const STATES = {
  connecting: t('Connecting…'),
  connected: t('Connected'),
  broken: t('Not working'),
  disconnected: t('Disconnected'),
} as const

/** A shop that Parley reads is connected once it has answered. */
function stateOf({ kind, state, lastError, sync }: Connection): keyof typeof STATES {
  const isUnanswered = state === 'connected' && kind !== 'custom' && sync.kinds.length === 0 && lastError === null
  return isUnanswered ? 'connecting' : state
}

/** One connection: how it does, what it has brought, what is wrong and what to do, and its end. */
export function ConnectionLine({ connection, webhooksUrl }: { connection: Connection; webhooksUrl: string }) {
  const { id, kind, state, lastError, createdAt, sync } = connection
  const shown = stateOf(connection)
  const isInUse = state !== 'disconnected'
  return (
    <li>
      <div>
        <strong>{titleOf(connection)}</strong> <span className={`state ${shown}`}>{STATES[shown]}</span>
        <p className="about">{t('{0} · since {1}', SHOP_KINDS[kind].title, moment(createdAt))}</p>
      </div>
      {isInUse && (
        <div className="acts">
          <ConfirmButton
            label={t('Disconnect')}
            question={t('Its credentials are deleted. Imported data is kept.')}
            onConfirm={() => attempt(() => disconnectShop(id), t('Shop disconnected'))}
          />
        </div>
      )}
      {lastError && (
        <div className="whole" role="status">
          <p className="account-error">{lastError}</p>
          {isInUse && <p className="about">{SHOP_KINDS[kind].remedy}</p>}
        </div>
      )}
      {isInUse && <Progress sync={sync} hasTrouble={lastError !== null} />}
      {isInUse && kind === 'shopify' && (
        <details className="connect whole">
          <summary>{t('What the app’s configuration needs')}</summary>
          <AppAddresses of={connection} webhooksUrl={webhooksUrl} />
        </details>
      )}
      {isInUse && kind === 'custom' && (
        <details className="connect whole">
          <summary>{t('URL that the shop sends to')}</summary>
          <Copyable text={addressOf(webhooksUrl, connection)} label={t('the address')} />
        </details>
      )}
    </li>
  )
}
