/** An operation of an OpenAPI document that takes a request, and what its path's parameters are there. */
export interface FoundOperation {
  /** As the document has it, with `{…}`. */
  path: string
  params: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a document of any API
  operation: any
}

/** Undefined where the document has no such operation, and where a parameter is empty or no valid encoding. */
export function findOperation(
  document: { paths: Record<string, object> },
  method: string,
  pathname: string,
): FoundOperation | undefined {
  for (const [path, methods] of Object.entries(document.paths)) {
    const operation = (methods as Record<string, unknown>)[method.toLowerCase()]
    if (!operation) continue
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = pattern.exec(pathname)
    if (!match) continue
    try {
      const params = Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
      return { path, params: Object.fromEntries(params), operation }
    } catch {
      return undefined
    }
  }
}
