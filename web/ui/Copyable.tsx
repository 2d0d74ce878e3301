import { t } from '../base/texts.ts'
import { IconButton } from './Button.tsx'
import { complain, toast } from './toast.tsx'

/** A secret or a snippet, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className="copyable">
      <code>{text}</code>
      <IconButton
        icon="copy"
        label={t('Copy {0}', label)}
        onClick={() => void navigator.clipboard?.writeText(text).then(() => toast(t('Copied')), complain)}
      />
    </div>
  )
}
