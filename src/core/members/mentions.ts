import type { Member } from './members.ts'

/** The active members whom a text names after an @: the longest name that fits, in any case. */
export function mentionedIn(text: string, members: readonly Member[]): Member[] {
  const byLength = members.filter(({ active }) => active).sort((a, b) => b.fullName.length - a.fullName.length)
  const found = new Set<Member>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}.])@/gu)) {
    const after = text.slice(index + 1)
    const named = byLength.find(({ fullName }) => begins(after, fullName))
    // Two members may have one name: both are meant.
    for (const member of byLength) if (named && same(member.fullName, named.fullName)) found.add(member)
  }
  return [...found]
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a text begins with a name, and the name ends there. */
const begins = (text: string, name: string) =>
  same(text.slice(0, name.length), name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length))
