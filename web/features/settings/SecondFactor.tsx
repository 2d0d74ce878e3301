import { useState } from 'react'
import { useStore } from '../../api/store.ts'
import { findMe } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { inbox } from '../inbox/state.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { attempt, Card, Copyable } from './parts.tsx'

/** Turns the second factor on in three steps, or off. */
export function SecondFactor() {
  const isOn = useStore(inbox, (state) => state.me.hasSecondFactor)
  const [offer, setOffer] = useState<{ secret: string; address: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  if (codes) {
    return (
      <Card
        title="Second factor"
        about="It is on. Keep these recovery codes: each signs you in once without your phone. They are shown this once."
      >
        <Copyable text={codes.join('\n')} label="the recovery codes" />
        <Button onClick={() => setCodes(null)}>I have kept them</Button>
      </Card>
    )
  }
  if (offer) {
    return (
      <Card
        title="Second factor"
        about="Add this key to your authenticator app (or open the link on your phone), then type the code it shows."
      >
        <Copyable text={offer.secret} label="the key" />
        <p>
          <a href={offer.address}>Open in an authenticator app</a>
        </p>
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            void attempt(async () => {
              const { recoveryCodes } = await calls.confirmSecondFactor(form('code'))
              setOffer(null)
              setCodes(recoveryCodes)
              await findMe()
            })
          }}
        >
          <label>
            Code
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
          <Button type="submit" kind="primary">
            Turn on
          </Button>
        </form>
      </Card>
    )
  }
  return (
    <Card
      title="Second factor"
      about={
        isOn
          ? 'On: signing in takes a code of your authenticator app.'
          : 'A code of an authenticator app, beside the password.'
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const target = event.currentTarget
          void attempt(async () => {
            if (isOn) await calls.dropSecondFactor(form('password')).then(findMe)
            else setOffer(await calls.offerSecondFactor(form('password')))
          }).then((isDone) => isDone && target.reset())
        }}
      >
        <label>
          Your password
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        <Button type="submit">{isOn ? 'Turn off' : 'Set up'}</Button>
      </form>
    </Card>
  )
}
