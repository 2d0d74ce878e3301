import { Type } from 'typebox'
import { CONTENT } from '#base/text.ts'

/** A text, tag or name that has to say something: empty or only white space, it is refused (spec C9.2). */
export const nonBlankText = (options: { maxLength?: number; description?: string } = {}) =>
  Type.String({ minLength: 1, pattern: CONTENT, ...options })
