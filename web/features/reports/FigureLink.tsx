import { Link, pathTo } from '../../base/router.ts'
import { reportKey } from '../../live/views.ts'

/** A figure that leads to the list of what it counts; as plain text where it counts nothing. */
export function FigureLink({ query, children }: { query?: string | undefined; children: string }) {
  return query === undefined ? children : <Link href={pathTo(reportKey(query))}>{children}</Link>
}
