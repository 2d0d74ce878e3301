import type { ReactNode } from 'react'

/** A part of the details, under a heading with what can be done to it. */
export function Section({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3>
        {title}
        {act}
      </h3>
      {children}
    </section>
  )
}
