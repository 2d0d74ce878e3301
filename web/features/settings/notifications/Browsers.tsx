import { useState } from 'react'
import type { PushState } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { attempt } from '../../../ui/forms.ts'
import { toast } from '../../../ui/toast.tsx'
import { browserOf } from '../browser-of.ts'
import { type PushAbility, pushAbility, turnPushOff, turnPushOn } from './turn-on.ts'

/** Why this browser cannot take pushes, and what helps. */
const HINDRANCES: Record<Exclude<PushAbility, 'ready'>, string> = {
  denied: t(
    'Notifications of this site are blocked in this browser. Allow them in its settings for the site, at the left of the address, and load this page again.',
  ),
  uninstalled: t(
    'On iPhone and iPad, first add the inbox to the home screen: Share, then “Add to Home Screen”. Open it from there and come back to this page.',
  ),
  insecure: t('Browsers take notifications of https addresses only. Ask whoever runs this service.'),
  missing: t('This browser takes no notifications of closed pages.'),
}

/** Browsers on which the member is told while the inbox is closed; this one can be added. */
export function Browsers({ push }: { push: PushState }) {
  const [ability, setAbility] = useState(pushAbility)
  const [isBusy, setBusy] = useState(false)
  const isOnHere = push.browsers.some(({ isCurrent }) => isCurrent)
  async function turnOn() {
    setBusy(true)
    await attempt(async () => {
      if (await turnPushOn(push.publicKey)) toast(t('Turned on'))
    })
    setAbility(pushAbility())
    setBusy(false)
  }
  return (
    <Card title={t('On this browser')} about={t('While the inbox is closed, too: what you choose below.')}>
      {ability !== 'ready' && <p role="status">{HINDRANCES[ability]}</p>}
      {ability === 'ready' && !isOnHere && (
        <Button kind="primary" busy={isBusy} disabled={isBusy} onClick={() => void turnOn()}>
          {t('Turn on for this browser')}
        </Button>
      )}
      {push.browsers.length > 0 && (
        <ul className="lines" aria-label={t('Browsers')}>
          {push.browsers.map((browser) => (
            <li key={browser.id}>
              <div>
                <strong>{browserOf(browser.userAgent)}</strong>
                <p className="about">
                  {browser.isCurrent ? t('this browser') : t('since {0}', moment(browser.createdAt))}
                </p>
              </div>
              <Button onClick={() => void attempt(() => turnPushOff(browser), t('Turned off'))}>
                {browser.isCurrent ? t('Turn off') : t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
