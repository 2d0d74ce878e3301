import { type RefObject, useRef } from 'react'
import { toRem } from '../../../base/rem.ts'
import { t } from '../../../base/texts.ts'
import { FORMAT_ICONS } from '../../../ui/formatting/format-icons.ts'
import { applyEdit } from '../../../ui/formatting/format-text.ts'
import { useToolbarKeys } from '../../../ui/useToolbarKeys.ts'
import { selectedIn } from './edit-keys.ts'
import { type BodyAction, editBody } from './markdown-edits.ts'

const ICONS: Record<BodyAction | 'picture', string> = {
  heading: 'M4 3v10M12 3v10M4 8h8',
  ...FORMAT_ICONS,
  table: 'M2.500 3h11v10h-11V3ZM2.500 6.500h11M8 3v10M2.500 9.800h11',
  callout: 'M3 3v10M6 4.500h7.500M6 8h7.500M6 11.500h4.500',
  picture: 'M2.500 3h11v10h-11V3ZM2.500 11l3.500-3.500 3 3 1.800-1.800 2.700 2.700M10.500 6h.01',
  video: 'M2.500 3.500h11v9h-11v-9ZM6.800 6v4l3.400-2-3.400-2Z',
}

interface Props {
  box: RefObject<HTMLTextAreaElement | null>
  isUploading: boolean
  onPictures: (files: File[]) => void
}

/** Buttons for those who do not know Markdown by heart. The arrow keys move between them. */
export function BodyToolbar({ box, isUploading, onPictures }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const actions: [BodyAction | 'picture', string, string?][] = [
    ['heading', t('Heading')],
    ['bold', t('Bold'), 'Ctrl+B'],
    ['italic', t('Italic'), 'Ctrl+I'],
    ['link', t('Link'), 'Ctrl+K'],
    ['bullets', t('Bulleted list'), 'Ctrl+Shift+8'],
    ['numbers', t('Numbered list'), 'Ctrl+Shift+7'],
    ['table', t('Table')],
    ['callout', t('Callout; once more for another kind')],
    ['picture', t('Picture')],
    ['video', t('Video')],
  ]
  const { current, setCurrent, onKeyDown } = useToolbarKeys(actions.length)
  return (
    <div className="body-toolbar" role="toolbar" aria-label={t('Formatting')} onKeyDown={onKeyDown}>
      {actions.map(([action, label, key], i) => (
        <button
          key={action}
          type="button"
          className="icon-button"
          tabIndex={i === current ? 0 : -1}
          aria-label={label}
          aria-busy={(action === 'picture' && isUploading) || undefined}
          title={key ? `${label} (${key})` : label}
          // The text keeps the focus and its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(i)
            if (action === 'picture') chooser.current?.click()
            else if (box.current) applyEdit(box.current, editBody(action, selectedIn(box.current)))
          }}
        >
          <svg
            aria-hidden="true"
            className="icon"
            width={toRem(16)}
            height={toRem(16)}
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d={ICONS[action]} />
          </svg>
        </button>
      ))}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <span role="status" className="about">
        {isUploading ? t('Uploading…') : ''}
      </span>
    </div>
  )
}
