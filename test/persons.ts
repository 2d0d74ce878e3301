import { randomUUID } from 'node:crypto'
import { type Dumped, dumpDatabase } from './dump.ts'

/** Somebody whose every word can be looked for in the database. */
export function makePerson() {
  const tag = randomUUID().slice(0, 8)
  return {
    platformId: `cust-${tag}`,
    name: `Nora${tag} Quill${tag}`,
    firstName: `Nora${tag}`,
    lastName: `Quill${tag}`,
    email: `nora${tag}@customer.example`,
    phone: `+47${tag}`,
    address1: `${tag} Elm Street`,
    city: `City${tag}`,
    zip: `Z${tag}`,
    note: `Note${tag}`,
  }
}
export type Person = ReturnType<typeof makePerson>

const wordsOf = (person: Person) =>
  Object.values(person)
    .flatMap((value) => value.split(' '))
    .filter((word) => word.length > 6)

/** Rows of the whole database that hold a word of theirs. */
export async function findingsOf(server: Dumped, person: Person): Promise<string[]> {
  const rows = await dumpDatabase(server)
  return rows.filter((row) => wordsOf(person).some((word) => row.toLowerCase().includes(word.toLowerCase())))
}
