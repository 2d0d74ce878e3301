import { useEffect, useState } from 'react'
import { checkChannel, finishSignIn } from '../../../api/store/settings.ts'
import { go, pathTo, useParts } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { attempt } from '../../../ui/forms.ts'

/** Connects the mailbox of a member who comes back from its provider; returns whether that is under way. */
export function useSignedIn(): boolean {
  const [, , part] = useParts()
  const [isFinishing, setFinishing] = useState(false)
  useEffect(() => {
    if (part !== 'signed-in') return
    const answer = location.search
    // What the provider answered is good once, and belongs into no history.
    go(pathTo('settings', 'channels'), { replace: true })
    if (!answer) return
    setFinishing(true)
    void attempt(async () => {
      const { id } = await finishSignIn(answer)
      // An account without rights to the mailbox signs in too: the mailbox's line then says so.
      await checkChannel(id)
    }, t('Mailbox connected')).then(() => setFinishing(false))
  }, [part])
  return isFinishing
}
