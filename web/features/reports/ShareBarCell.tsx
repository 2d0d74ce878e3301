/** A table's cell with a share of 0 to 1 as a bar; the figure stands beside it. */
export function Share({ of }: { of: number }) {
  return (
    <td className="share" aria-hidden="true">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={of * 100} height="6" rx="2" />
      </svg>
    </td>
  )
}
