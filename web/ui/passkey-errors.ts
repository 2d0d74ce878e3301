import { t } from '../base/texts.ts'
import { errorWords } from './service-errors.ts'

/** What went wrong with a passkey, in the member's language. Browsers say little: nobody is to learn which passkeys there are. */
export function passkeyWords(error: unknown): string {
  const { name } = error as Error
  if (name === 'InvalidStateError') return t('This device or password manager already has a passkey of yours.')
  if (name === 'NotAllowedError' || name === 'AbortError')
    return t('No passkey was used. Try again, or choose another way.')
  if (name === 'SecurityError') return t('Passkeys do not work at this address. Open the inbox at its usual address.')
  if (name === 'NotSupportedError' || name === 'ConstraintError') {
    return t('This device cannot check that it is you. Set up a fingerprint, a face or a PIN first.')
  }
  return errorWords(error)
}
