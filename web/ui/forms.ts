import type { FormEvent } from 'react'
import { complain, dismiss, toast } from './toast.tsx'

/** A submitted form's values, by name. The browser does not leave the page. */
export function fields(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  return (name) => String(form.get(name) ?? '')
}

/** What the attempt before complained of: settled once one succeeds. */
let complaint: number | undefined

/** Shows that something was done, or the error; returns whether it was done. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (complaint) dismiss(complaint)
    if (done) toast(done)
    return true
  } catch (error) {
    complaint = complain(error)
    return false
  }
}
