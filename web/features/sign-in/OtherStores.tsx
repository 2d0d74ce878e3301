import { useEffect, useState } from 'react'
import type { BrowserStore } from '../../api/records.ts'
import { listStores } from '../../api/stores.ts'
import { t } from '../../base/texts.ts'
import { type KnownStore, knownStores } from '../../live/known-stores.ts'
import { addressOfSignIn, switchTo } from '../../live/other-stores.ts'
import { Button } from '../../ui/Button.tsx'

/** Below the sign-in: the stores where the browser has a session, and those that it knows. */
export default function OtherStores({ wanted }: { wanted: Partial<KnownStore> | null }) {
  const [open, setOpen] = useState<BrowserStore[] | null>(null)
  useEffect(() => {
    listStores().then(setOpen, () => setOpen([])) // then signing in is what there is
  }, [])
  if (!open) return null
  const isOpen = new Set(open.map(({ shopId }) => shopId))
  const ended = knownStores().filter(({ shopId, appId }) => !isOpen.has(shopId) && appId !== wanted?.appId)
  return (
    <div className="door-stores">
      {open.map((store) => (
        <Button key={store.shopId} onClick={() => void switchTo(store)}>
          {t('Continue in {0}', store.name)}
        </Button>
      ))}
      {ended.map((store) => (
        <a key={store.shopId} className="button" href={addressOfSignIn(store)}>
          {t('Sign in to {0}', store.name)}
        </a>
      ))}
      {wanted && (
        <a className="button" href={addressOfSignIn()}>
          {t('Sign in to another store')}
        </a>
      )}
    </div>
  )
}
