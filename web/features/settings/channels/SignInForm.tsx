import { useRef } from 'react'
import type { ChannelList } from '../../../api/records.ts'
import { beginSignIn } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'

type Provider = ChannelList['meta']['signInProviders'][number]

/** What each provider calls itself. */
export const PROVIDER_NAMES: Record<Provider, string> = { microsoft: 'Microsoft', google: 'Google' }

/** Leaves for the provider's page, which sends the member back to `signed-in`. */
export const goAndSignIn = (request: { provider: Provider; address: string; name?: string }) =>
  attempt(async () => location.assign((await beginSignIn(request)).url))

/** Connects a mailbox by signing in at its provider, without a password here. */
export function SignInForm({ providers }: { providers: Provider[] }) {
  const chosen = useRef<Provider>(undefined)
  return (
    <Form
      draft="mailbox-sign-in"
      onSave={(field) => {
        const [address, name] = [field('address').trim(), field('name').trim()]
        const provider = chosen.current
        return provider ? goAndSignIn({ provider, address, ...(name && { name }) }) : Promise.resolve(false)
      }}
    >
      <div className="two">
        <label>
          {t('Address')}
          <input
            type="email"
            name="address"
            required
            maxLength={320}
            autoComplete="off"
            aria-describedby="sign-in-address-hint"
          />
        </label>
        <label>
          {t('Name shown to customers')}
          <input name="name" maxLength={100} placeholder="Acme support" />
        </label>
      </div>
      <p className="about" id="sign-in-address-hint">
        {t('For a shared mailbox, enter its address, then sign in as somebody who may read it and send as it.')}
      </p>
      <div className="acts">
        {providers.map((one, index) => (
          <Button
            key={one}
            type="submit"
            kind={index === 0 ? 'primary' : 'plain'}
            onClick={() => {
              chosen.current = one
            }}
          >
            {t('Sign in with {0}', PROVIDER_NAMES[one])}
          </Button>
        ))}
      </div>
    </Form>
  )
}
