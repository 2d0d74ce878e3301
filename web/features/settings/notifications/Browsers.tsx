import { useState } from 'react'
import type { PushState } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { attempt, useAttempt } from '../../../ui/forms.ts'
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
  insecure: t('Browsers allow notifications only on HTTPS sites. Ask your Parley administrator.'),
  missing: t('This browser cannot show notifications while the page is closed.'),
}

/** Browsers in which the member is notified while the inbox is closed; this one can be added. */
export function Browsers({ push }: { push: PushState }) {
  const [ability, setAbility] = useState(pushAbility)
  const turningOn = useAttempt()
  const isOnHere = push.browsers.some(({ isCurrent }) => isCurrent)
  async function turnOn() {
    await turningOn.attempt(async () => {
      if (await turnPushOn(push.publicKey)) toast(t('Turned on'))
    })
    setAbility(pushAbility())
  }
  return (
    <Card title={t('On this browser')} about={t('Also while the inbox is closed: what you choose below.')}>
      {ability !== 'ready' && <p role="status">{HINDRANCES[ability]}</p>}
      {ability === 'ready' && !isOnHere && (
        <Button kind="primary" busy={turningOn.isBusy} disabled={turningOn.isBusy} onClick={() => void turnOn()}>
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
