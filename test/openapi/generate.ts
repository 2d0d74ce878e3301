import openapiTypescript, { astToString } from 'openapi-typescript'

/**
 * The types that `openapi-typescript` makes of an OpenAPI document. This folder is a package of its own, since that
 * library needs the TypeScript compiler of version 5 (docs/decisions/0026-generated-clients.md).
 */
export async function generateTypes(document: object): Promise<string> {
  const nodes = await openapiTypescript(document as never, { alphabetize: true })
  return `// Made by contract/openapi.test.ts from /openapi.json.\n\n${astToString(nodes)}`
}
