/** A name in one piece as first and last name: the first word, and the rest. Languages that write none apart have no last name. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/u)
  return { firstName, lastName: rest.join(' ') || null }
}

interface Named {
  name: string | null
  firstName: string | null
  lastName: string | null
}

/** What changes when somebody gives a name in one piece. First and last name from elsewhere are kept. */
export function takeName(known: Named, name: string): Named {
  const { name: before, firstName, lastName } = known
  const split = before === null ? null : splitName(before)
  const isOurs =
    (firstName === null && lastName === null) || (firstName === split?.firstName && lastName === split?.lastName)
  return isOurs ? { name, ...splitName(name) } : { name, firstName, lastName }
}
