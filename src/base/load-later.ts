import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package when the returned function is first called: for what many processes never need, where a caller cannot
 * wait for `import()` (docs/decisions/0118-load-parts-when-first-needed.md).
 */
export function loadLater<Module>(name: string): () => Module {
  let loaded: Module | undefined
  return () => (loaded ??= require(name) as Module)
}
