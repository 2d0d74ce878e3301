import { invalidParams } from '#core/errors.ts'

/** Whether a Content-Type names this type, in whatever case and with whatever parameters. */
export function isOfType(given: string | undefined, type: string): boolean {
  return given?.split(';')[0]?.trim().toLowerCase() === type
}

/** A wrong content type on a body is INVALID_PARAMS (spec C9.11). */
export const wrongType = (type: string) => invalidParams(`Send the body with Content-Type: ${type}.`)
