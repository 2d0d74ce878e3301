import type { ReactNode } from 'react'

interface CardProps {
  /** For links that lead to it. */
  id?: string
  title: string
  about?: ReactNode
  children?: ReactNode
}

/** A part of a page, under a heading of its own. On a wide screen the heading is beside the content. */
export function Card({ id, title, about, children }: CardProps) {
  return (
    <section className="card" id={id}>
      <div className="card-head">
        <h2>{title}</h2>
        {about && <p className="about">{about}</p>}
      </div>
      {children && <div className="card-body">{children}</div>}
    </section>
  )
}
