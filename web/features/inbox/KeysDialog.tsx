import { t } from '../../base/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { KEYS } from './shortcuts.ts'

/** All keys of the inbox. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={t('Keyboard')} onClose={onClose} className="keys">
      <h2>{t('Keyboard')}</h2>
      <dl tabIndex={0}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
