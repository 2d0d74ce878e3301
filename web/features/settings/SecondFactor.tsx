import { useState } from 'react'
import { confirmSecondFactor, dropSecondFactor, offerSecondFactor } from '../../api/account.ts'
import type { SecondFactorOffer } from '../../api/records.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { findMe } from '../../live/session.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { QrCode } from './QrCode.tsx'

/** Turns the second factor on in three steps, or off. */
export function SecondFactor() {
  const isOn = useStore(inbox, (state) => state.me.hasSecondFactor)
  const [offer, setOffer] = useState<SecondFactorOffer | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  if (codes) {
    return (
      <Card
        title={t('Second factor')}
        about={t(
          'It is on. Keep these recovery codes: each signs you in once without your phone. They are shown this once.',
        )}
      >
        <Copyable text={codes.join('\n')} label={t('the recovery codes')} />
        <Button onClick={() => void findMe().then(() => setCodes(null))}>{t('I have kept them')}</Button>
      </Card>
    )
  }
  if (offer) {
    return (
      <Card
        title={t('Second factor')}
        about={t('Scan this with your authenticator app, then type the code that it shows.')}
      >
        <QrCode text={offer.address} label={t('QR code of the key, for an authenticator app')} />
        <p className="about">{t('No camera at hand? Type the key, or open it on this device:')}</p>
        <Copyable text={offer.secret} label={t('the key')} />
        <p>
          <a href={offer.address}>{t('Open in an authenticator app')}</a>
        </p>
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            void attempt(async () => {
              const { recoveryCodes } = await confirmSecondFactor(form('code'))
              setOffer(null)
              setCodes(recoveryCodes) // what the member is comes after these: it may lead to another page
            })
          }}
        >
          <label>
            {t('Code')}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
          <Button type="submit" kind="primary">
            {t('Turn on')}
          </Button>
        </form>
      </Card>
    )
  }
  return (
    <Card
      title={t('Second factor')}
      about={
        isOn
          ? t('On: signing in takes a code of your authenticator app.')
          : t('A code of an authenticator app, beside the password.')
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const target = event.currentTarget
          void attempt(async () => {
            if (isOn) await dropSecondFactor(form('password')).then(findMe)
            else setOffer(await offerSecondFactor(form('password')))
          }).then((isDone) => isDone && target.reset())
        }}
      >
        <label>
          {t('Your password')}
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        <Button type="submit">{isOn ? t('Turn off') : t('Set up')}</Button>
      </form>
    </Card>
  )
}
