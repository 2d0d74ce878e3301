import { proveByPasskey } from '../../api/passkeys.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { useAttempt } from '../../ui/forms.ts'
import { passkeyWords } from '../../ui/passkey-errors.ts'

/** Proves by a passkey that it is still the member. */
export default function PasskeyProof({ onProven }: { onProven: () => void }) {
  const { isBusy, attempt } = useAttempt()
  const prove = () =>
    proveByPasskey().catch((error) => {
      throw new Error(passkeyWords(error))
    })
  return (
    <Button busy={isBusy} disabled={isBusy} onClick={() => void attempt(prove).then((isDone) => isDone && onProven())}>
      {t('Use a passkey')}
    </Button>
  )
}
