/** What is read of a mail. Whatever is larger is cut, but for the first five: such a mail is not read at all. */
export const MAIL_LIMITS = {
  /** Bytes on the wire: 25 MB of content in base64. */
  bytes: 36 * 1024 * 1024,
  lines: 600_000,
  /** Lines of fewer than 40 bytes: files in base64 have none, and the cost of text is by the line. */
  shortLines: 100_000,
  /** Lines that begin like a boundary; bounds the number of parts, and of objects. */
  boundaryLines: 10_000,
  nesting: 30,
  headerBytes: 256 * 1024,
  /** Characters of one header, folded lines included: addresses are parsed in time by the square of it. */
  headerValue: 8 * 1024,
  attachments: 50,
  addresses: 100,
  references: 50,
  /** Characters of the original HTML that are looked at. */
  html: 512 * 1024,
  /** Characters of text that are looked for quotes in, and kept beside the new words. */
  text: 200_000,
  /** Code points of a name, a subject and a file's name. */
  name: 200,
  subject: 500,
  /** Code points of the new words: what a message may have (`core/limits.ts`). */
  words: 5_000,
} as const
