import type { NewConnection } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { AppAddresses } from './AppAddresses.tsx'
import { addressOf } from './shop-kinds.ts'

/** What is still to be done at a shop that was just connected: its admin says yes, or tells it where to send, and its secret, this once. */
export function WhatTheShopNeeds({
  made,
  webhooksUrl,
  onDone,
}: {
  made: NewConnection
  webhooksUrl: string
  onDone: () => void
}) {
  if ('connectUrl' in made && made.connectUrl) {
    return (
      <div className="inbound-secret">
        <p className="about">{t('The shop must allow Parley: open it as its admin within an hour.')}</p>
        {made.kind === 'shopify' && <AppAddresses of={made} webhooksUrl={webhooksUrl} />}
        <a className="button primary" href={made.connectUrl}>
          {t('Open the shop')}
        </a>
      </div>
    )
  }
  if (!('secret' in made)) return null
  return (
    <div className="inbound-secret">
      <p className="about">
        {t('The shop sends changes to this URL, signed with this secret. The secret is shown only once.')}
      </p>
      <Copyable text={addressOf(webhooksUrl, made)} label={t('the address')} />
      <Copyable text={made.secret} label={t('the secret')} />
      <Button onClick={onDone}>{t('I’ve saved both')}</Button>
    </div>
  )
}
