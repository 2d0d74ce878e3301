import { useEffect, useState } from 'react'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { endedStores, readStores, signInToAnother, switchTo } from '../../../live/other-stores.ts'
import { signOutOfAll } from '../../../live/sign-out.ts'
import { inbox } from '../../../live/state.ts'
import { stores } from '../../../live/stores.ts'
import { countText } from '../../../live/views.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Choice } from '../../../ui/choices.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { complain } from '../../../ui/toast.tsx'

/** The stores of this browser: those to change to, the tab's own, those to sign in to. */
export default function StoresMenu({ onClose }: { onClose: () => void }) {
  const own = useStore(inbox, (state) => state.me.store)
  const others = useStore(stores, (state) => state.others)
  const [ended, setEnded] = useState(endedStores)
  useEffect(() => {
    void readStores().then(() => setEnded(endedStores()))
  }, [])
  const acts: [Choice, () => void][] = [
    ...others.map((store): [Choice, () => void] => [
      {
        id: store.shopId,
        label: t('Switch to {0}', store.name),
        icon: <Mark name={store.name} />,
        ...(store.unread ? { mark: t('{0} new', countText(store.unread)) } : {}),
        ...(store.unread === null && { hint: t('Two-factor authentication needed') }),
      },
      () => void switchTo(store),
    ]),
    [{ id: own.shopId, label: own.name, hint: t('current'), icon: <Mark name={own.name} /> }, onClose],
    ...ended.map((store): [Choice, () => void] => [
      { id: store.shopId, label: t('Sign in to {0}', store.name), icon: <Mark name={store.name} /> },
      () => signInToAnother(store),
    ]),
    [{ id: 'another', label: t('Sign in to another store'), icon: <Icon name="plus" /> }, () => signInToAnother()],
  ]
  return (
    <Picker
      label={t('Change store')}
      placeholder={t('Name of a store…')}
      choices={acts.map(([choice]) => choice)}
      onPick={(choice) => acts.find(([{ id }]) => id === choice.id)?.[1]()}
      onClose={onClose}
      footer={
        others.length > 0 && (
          <p className="picker-foot">
            <Button kind="quiet" onClick={() => void signOutOfAll().catch(complain)}>
              {t('Sign out of all stores')}
            </Button>
          </p>
        )
      }
    />
  )
}

const Mark = ({ name }: { name: string }) => (
  <span className="store-mark small" aria-hidden="true">
    {name.slice(0, 1)}
  </span>
)
