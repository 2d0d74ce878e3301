import openapiTypescript, { astToString } from 'openapi-typescript'

/**
 * The types that `openapi-typescript` makes of an OpenAPI document. It stands in this package because that library
 * needs the TypeScript compiler of version 5 (docs/decisions/0026-generated-client-tests.md).
 */
export async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTypescript(document as never, { alphabetize: true }))
}
