import { FigureLink } from './FigureLink.tsx'

/** One figure with its name, what else belongs to it, and the conversations that it counts. */
export function Tile({ label, value, note, query }: { label: string; value: string; note?: string; query?: string }) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>
        <FigureLink query={query}>{value}</FigureLink>
      </dd>
      {note && <dd className="about">{note}</dd>}
    </div>
  )
}
