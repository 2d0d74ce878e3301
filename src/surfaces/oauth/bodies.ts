import { isUtf8 } from 'node:buffer'
import { isObject } from '#base/objects.ts'
import { findUnstorable, isStorable } from '#base/text.ts'
import { OAuthError } from '#core/assistants/oauth-error.ts'
import { isOfType } from '#surfaces/http/incoming/content-type.ts'

/** How the requests of assistants are read: forms for tokens (RFC 6749, 3.2), JSON for registration (RFC 7591, 3.1). */

/** A form's parameters, each given once at most; what is empty counts as absent. Throws OAuthError `invalid_request`. */
export function readForm(body: unknown, contentType: string | undefined): Form {
  const text = readText(body, contentType, 'application/x-www-form-urlencoded')
  const params = new URLSearchParams(text)
  for (const [name, value] of params) {
    if (!isStorable(name) || !isStorable(value)) throw invalid('The body holds a NUL character.')
    if (name !== 'resource' && params.getAll(name).length > 1) throw invalid(`${name} is given more than once.`)
  }
  return new Form(params)
}

export class Form {
  readonly #params: URLSearchParams

  constructor(params: URLSearchParams) {
    this.#params = params
  }

  get(name: string): string | null {
    return this.#params.get(name) || null
  }

  getAll(name: string): string[] {
    return this.#params.getAll(name)
  }

  require(name: string): string {
    const value = this.get(name)
    if (value === null) throw invalid(`${name} is missing.`)
    return value
  }
}

/** A JSON object. Throws OAuthError `invalid_client_metadata`. */
export function readObject(body: unknown, contentType: string | undefined): object {
  const text = readText(body, contentType, 'application/json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body is not valid JSON.')
  }
  if (!isObject(value)) {
    throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object.')
  }
  const place = findUnstorable(value)
  if (place)
    throw new OAuthError('invalid_client_metadata', `${place} contains a NUL character or an unpaired surrogate.`)
  return value
}

function readText(body: unknown, contentType: string | undefined, wanted: string): string {
  if (!isOfType(contentType, wanted)) throw invalid(`Send the body with Content-Type: ${wanted}.`)
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('The body is empty.')
  if (!isUtf8(body)) throw invalid('The body is not valid UTF-8.')
  return body.toString('utf8')
}

const invalid = (message: string) => new OAuthError('invalid_request', message)
