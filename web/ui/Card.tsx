import type { ReactNode } from 'react'

/** A part of a page, under a heading of its own. */
export function Card({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {about && <p className="about">{about}</p>}
      {children}
    </section>
  )
}
