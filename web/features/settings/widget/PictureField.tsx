import { useId, useRef, useState } from 'react'
import { sendFile } from '../../../api/messages.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { useAttempt } from '../../../ui/forms.ts'

/** What the service takes as a picture's address: https, or a path of its own. */
export const PICTURE = { maxLength: 2_048, pattern: '(https://|/(?!/)).*', placeholder: 'https://…' }
/** Pictures that every browser shows. */
const TYPES = 'image/png,image/jpeg,image/webp,image/gif'

interface Props {
  label: string
  /** The name of the field in its form: the picture's address. */
  name: string
  value: string | undefined
  onChange?(value: string): void
}

/** A picture: uploaded to the service, or named by an address. It is kept once the form is saved. */
export function PictureField({ label, name, value = '', onChange }: Props) {
  const [own, setOwn] = useState(value)
  /** A parent that takes the changes holds the value. */
  const url = onChange ? value : own
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const { isBusy, attempt } = useAttempt()
  const change = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  const upload = async (chosen: File) => {
    if (!chosen.type.startsWith('image/')) throw new Error(t('Choose a picture: PNG, JPEG, WebP or GIF.'))
    const { url: sent } = await sendFile(chosen)
    change(sent)
  }
  return (
    <div className="picture">
      <label htmlFor={id}>{label}</label>
      <div className="picture-row">
        {url && <img src={url} alt="" />}
        <input id={id} name={name} {...PICTURE} value={url} onChange={({ target }) => change(target.value)} />
        <input
          ref={file}
          type="file"
          accept={TYPES}
          hidden
          aria-label={t('Upload a picture: {0}', label)}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            target.value = ''
            if (chosen) void attempt(() => upload(chosen))
          }}
        />
        <Button busy={isBusy} disabled={isBusy} onClick={() => file.current?.click()}>
          {t('Upload…')}
        </Button>
        {url && (
          <Button kind="quiet" onClick={() => change('')}>
            {t('Remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
