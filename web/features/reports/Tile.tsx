/** One figure with its name, and what else belongs to it. */
export function Tile({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note && <dd className="about">{note}</dd>}
    </div>
  )
}
