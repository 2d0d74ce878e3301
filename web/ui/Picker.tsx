import { lazy, Suspense } from 'react'
import type { PickerProps } from './choices.ts'
import { Dialog } from './Dialog.tsx'

const load = () => import('./PickerList.tsx')
const PickerList = lazy(load)
/** Loads the list before it is first opened. It is most of React Aria, and no part of the first load. */
export const preloadPicker = () => void load()

/** A list to choose from by typing. The dialog opens at once, so that no key typed meanwhile is taken for a shortcut. */
export function Picker(props: PickerProps) {
  return (
    <Dialog label={props.label} onClose={props.onClose} className="picker">
      <Suspense fallback={<p className="picker-none" aria-busy="true" />}>
        <PickerList {...props} />
      </Suspense>
      {props.footer}
    </Dialog>
  )
}
