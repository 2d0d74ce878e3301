import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { confirmSecondFactor, dropSecondFactor, offerSecondFactor } from '../../api/account.ts'
import type { SecondFactorOffer } from '../../api/records.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { findMe } from '../../live/session.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'

/** Turns the second factor on in three steps, or off. */
export function SecondFactor() {
  const isOn = useStore(inbox, (state) => state.me.hasAuthenticatorApp)
  const [offer, setOffer] = useState<SecondFactorOffer | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  if (codes) {
    return (
      <Card
        title={t('Two-factor authentication')}
        about={t(
          'Two-factor authentication is on. Save these recovery codes: each signs you in once without your phone. You won’t be able to see them again.',
        )}
      >
        <Copyable text={codes.join('\n')} label={t('the recovery codes')} />
        <Button onClick={() => void findMe().then(() => setCodes(null))}>{t('I’ve saved them')}</Button>
      </Card>
    )
  }
  if (offer) {
    return (
      <Card
        title={t('Two-factor authentication')}
        about={t('Scan this with your authenticator app, then type the code that it shows.')}
      >
        <QrCode text={offer.address} label={t('QR code of the key, for an authenticator app')} />
        <p className="about">{t('No camera at hand? Type the key, or open it on this device:')}</p>
        <Copyable text={offer.secret} label={t('the key')} />
        <p>
          <a href={offer.address}>{t('Open in an authenticator app')}</a>
        </p>
        <Form
          onSave={(form) =>
            attempt(async () => {
              const { recoveryCodes } = await confirmSecondFactor(form('code'))
              setOffer(null)
              setCodes(recoveryCodes) // what the member is comes after these: it may lead to another page
            })
          }
        >
          <label>
            {t('Code')}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
          <Button type="submit" kind="primary">
            {t('Turn on')}
          </Button>
        </Form>
      </Card>
    )
  }
  return (
    <Card
      title={t('Two-factor authentication')}
      about={
        isOn
          ? t('On. Signing in requires a code from your authenticator app.')
          : t('Requires a code from an authenticator app in addition to the password.')
      }
    >
      <Form
        empties
        onSave={(form) =>
          attempt(async () => {
            if (isOn) await dropSecondFactor(form('password')).then(findMe)
            else setOffer(await offerSecondFactor(form('password')))
          })
        }
      >
        <label>
          {t('Your password')}
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        <Button type="submit">{isOn ? t('Turn off') : t('Set up')}</Button>
      </Form>
    </Card>
  )
}

/** Light modules around the code, which readers need. */
const QUIET = 4

/** A text as a QR code, drawn here: nothing of it leaves the page. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
