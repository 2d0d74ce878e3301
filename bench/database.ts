import postgres from 'postgres'

/** Makes the database that an address names, unless it is there: a benchmark's first run on a machine needs nothing else. */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const admin = postgres(Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href, {
    max: 1,
    onnotice: () => {},
  })
  try {
    const [known] = await admin`select from pg_database where datname = ${name}`
    if (!known) await admin`create database ${admin(name)}`
  } finally {
    await admin.end()
  }
}

/** An empty database of that name on a server, at each run; returns its address. */
export async function freshDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await admin`drop database if exists ${admin(name)} with (force)`
  await admin`create database ${admin(name)}`
  await admin.end()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}
