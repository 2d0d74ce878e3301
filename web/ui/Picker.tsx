import { lazy, Suspense, useState } from 'react'
import { t } from '../base/texts.ts'
import type { PickerProps } from './choices.ts'
import { Dialog } from './Dialog.tsx'
import { PickerField } from './PickerField.tsx'

const load = () => import('./PickerList.tsx')
const PickerList = lazy(load)
/** Loads the list before it is first opened. It is most of React Aria, and no part of the first load. */
export const preloadPicker = () => void load()

/** A list to choose from by typing. The dialog and its field are there at once; the list may come later. */
export function Picker({ onQuery, footer, ...props }: PickerProps) {
  const { label, placeholder, onClose } = props
  const [query, setQuery] = useState('')
  /** Enter was pressed on what is typed, and the list was not there yet. */
  const [isEntered, setEntered] = useState(false)
  /** And then Escape: it goes once that is picked. */
  const [isLeaving, setLeaving] = useState(false)
  const change = (text: string) => {
    setQuery(text)
    setEntered(false)
    onQuery?.(text)
  }
  return (
    <Dialog label={label} onClose={isEntered ? () => setLeaving(true) : onClose} className="picker">
      <Suspense
        fallback={
          <>
            <PickerField
              label={label}
              placeholder={placeholder}
              value={query}
              onChange={change}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === 'Enter' && !nativeEvent.isComposing) setEntered(true)
              }}
              aria-busy="true"
            />
            <p className="picker-none">{t('Loading…')}</p>
          </>
        }
      >
        <PickerList {...props} query={query} onQuery={change} isEntered={isEntered} isLeaving={isLeaving} />
      </Suspense>
      {footer}
    </Dialog>
  )
}
