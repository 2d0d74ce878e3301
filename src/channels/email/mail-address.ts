/**
 * `name@domain` and nothing else: one @, a name of up to 64 characters, 254 in all, no space, quote, comma or bracket, and
 * nothing that would end a header or a command. Quoted names (`"a b"@c.example`), which are never used, are rejected.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+$/u.test(text)
}
