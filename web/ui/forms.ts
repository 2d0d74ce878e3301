import { type FormEvent, useState } from 'react'
import { complain, dismiss, toast } from './toast.tsx'

/** A submitted form's values, by name. The browser does not leave the page. */
export function fields(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  return (name) => String(form.get(name) ?? '')
}

/** The lines of a text, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** What the last attempt at each thing complained of, by what is said once it is done: settled then. */
const complaints = new Map<string, number>()

/** Shows that something was done, or the error; returns whether it was done. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (done) {
      dismiss(complaints.get(done) ?? 0)
      complaints.delete(done)
      toast(done)
    }
    return true
  } catch (error) {
    const id = complain(error)
    if (done && id) {
      dismiss(complaints.get(done) ?? 0)
      complaints.set(done, id)
    }
    return false
  }
}

/** `attempt`, and whether what it attempts is under way. */
export function useAttempt(): { isBusy: boolean; attempt: typeof attempt } {
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async attempt(work, done) {
      setBusy(true)
      const isDone = await attempt(work, done)
      setBusy(false)
      return isDone
    },
  }
}
