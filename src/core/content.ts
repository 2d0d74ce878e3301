import { Type } from 'typebox'
import { CONTENT } from '#base/text.ts'

/** A text, tag or name that has to say something: empty or only white space, it is refused (contract, section 9). */
export const content = (options: { maxLength?: number; description?: string } = {}) =>
  Type.String({ minLength: 1, pattern: CONTENT, ...options })
