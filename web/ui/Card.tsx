import type { ReactNode } from 'react'

/** A part of a page, under a heading of its own. On a wide screen the heading is beside the content. */
export function Card({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
        {about && <p className="about">{about}</p>}
      </div>
      {children && <div className="card-body">{children}</div>}
    </section>
  )
}
