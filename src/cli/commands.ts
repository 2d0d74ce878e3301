import { type Arguments, type CommandShape, readSettings, wholeNumber } from './arguments.ts'
import { CliError, type Client } from './client.ts'
import { importFromSource, SOURCES } from './import-from/commands.ts'
import { openSource, stopwatch, withProgress } from './progress.ts'

export interface Command extends CommandShape {
  /** Returns the `data` to print. */
  run(client: Client, given: Arguments): Promise<unknown>
}

type OnStore = (client: Client, path: string, given: Arguments) => Promise<unknown>

/** A command on one store: `run` gets that store's path. */
function onStore(shape: Omit<CommandShape, 'onStore'>, run: OnStore): Command {
  return {
    ...shape,
    onStore: true,
    run: async (client, given) => run(client, `/operator/stores/${await chooseStore(client, given.shop)}`, given),
  }
}

/** The store that was named, otherwise the only one there is. */
async function chooseStore(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return encodeURIComponent(named)
  const stores = (await client.list('/operator/stores')) as { shopId: string; name: string }[]
  if (stores.length === 1 && stores[0]) return stores[0].shopId
  if (stores.length === 0) throw new CliError('No stores yet. Create one: parley store create --name NAME')
  const names = stores.slice(0, 10).map(({ shopId, name }) => `  ${shopId}  ${name}`)
  throw new CliError(`Which store? Give its id with --shop.\n${names.join('\n')}`)
}

const plan = { value: 'PLAN', about: 'free, basic, pro or plus' }

const RECOVERIES = {
  'reset-second-factor':
    'Turn off a member’s two-factor authentication. Their sessions end, and the admins are mailed.',
  'reset-password': 'Print a link that sets a member’s password, once and for an hour. Their sessions end.',
  'make-admin': 'Make a member an admin. Their sessions end, and the admins are mailed.',
}

export const commands: readonly Command[] = [
  {
    name: 'store create',
    about: 'Create a store. A generated owner password is shown only once.',
    onStore: false,
    args: [],
    options: {
      name: { value: 'NAME', about: 'its name' },
      plan: { ...plan, about: `${plan.about} (default free)` },
      'owner-email': { value: 'EMAIL', about: 'create an owner who can sign in to the inbox' },
      'owner-password': { value: 'PASSWORD', about: 'at least 12 characters (generated if omitted)' },
      'owner-first-name': { value: 'NAME', about: 'the owner’s first name' },
      'owner-last-name': { value: 'NAME', about: 'the owner’s last name' },
    },
    run(client, { options }) {
      if (options.name === undefined) throw new CliError('--name is missing: say what the store is called.')
      const owner = {
        email: options['owner-email'],
        password: options['owner-password'],
        firstName: options['owner-first-name'],
        lastName: options['owner-last-name'],
      }
      const hasOwner = Object.values(owner).some((value) => value !== undefined)
      return client.call('POST', '/operator/stores', {
        name: options.name,
        plan: options.plan,
        ...(hasOwner ? { owner } : {}),
      })
    },
  },
  {
    name: 'store list',
    about: 'List all stores, newest first.',
    onStore: false,
    args: [],
    options: {},
    run: (client) => client.list('/operator/stores'),
  },
  onStore({ name: 'store show', about: 'Show a store and its settings.', args: [], options: {} }, (client, path) =>
    client.call('GET', path),
  ),
  onStore(
    {
      name: 'store update',
      about: 'Change a store’s name, plan or settings.',
      args: [],
      options: {
        name: { value: 'NAME', about: 'its name' },
        plan,
        set: { value: 'NAME=VALUE', about: 'a setting, such as ai.enabled=true; may be repeated', multiple: true },
      },
    },
    (client, path, { options: { name, plan, set } }) =>
      client.call('PATCH', path, { name, plan, ...(set ? { settings: readSettings(set as string[]) } : {}) }),
  ),
  onStore(
    {
      name: 'store export',
      about: 'Write one store with its files to FILE, and check it; - is standard output. The file holds secrets.',
      args: ['FILE'],
      options: {
        anonymous: { value: null, about: 'replace people and their texts; leave out files and credentials' },
      },
    },
    async (client, path, { args: [file = ''], options }) => {
      const { exportStore } = await import('./backup.ts')
      return exportStore(client, path, { file, isAnonymous: options.anonymous !== undefined })
    },
  ),
  {
    name: 'store import',
    about: 'Import a store that was exported, with its ids: all of it, or nothing. FILE - reads standard input.',
    onStore: false,
    args: ['FILE'],
    options: { name: { value: 'NAME', about: 'make a copy with this name, new ids and no API keys' } },
    async run(client, { args: [file = ''], options }) {
      const { importStore } = await import('./backup.ts')
      return importStore(client, file, options.name as string | undefined)
    },
  },
  onStore(
    {
      name: 'key create',
      about: 'Create an API key (Pro and Plus). It is shown only once.',
      args: [],
      options: { name: { value: 'NAME', about: 'what it is for, up to 50 characters' } },
    },
    (client, path, { options }) => {
      if (options.name === undefined) throw new CliError('--name is missing: say what the key is for.')
      return client.call('POST', `${path}/keys`, { name: options.name })
    },
  ),
  onStore({ name: 'key list', about: 'List the active keys.', args: [], options: {} }, (client, path) =>
    client.call('GET', `${path}/keys`),
  ),
  onStore(
    { name: 'key delete', about: 'Revoke a key permanently.', args: ['KEY_ID'], options: {} },
    (client, path, { args: [id = ''] }) => client.call('DELETE', `${path}/keys/${encodeURIComponent(id)}`),
  ),
  onStore(
    {
      name: 'identity-secret create',
      about: 'Create a secret to sign customers’ ids with (two at most). It is shown only once.',
      args: [],
      options: {},
    },
    (client, path) => client.call('POST', `${path}/identity-secrets`),
  ),
  onStore(
    { name: 'identity-secret list', about: 'List the identity secrets, without their text.', args: [], options: {} },
    (client, path) => client.call('GET', `${path}/identity-secrets`),
  ),
  onStore(
    {
      name: 'identity-secret delete',
      about: 'Signatures made with it are no longer accepted.',
      args: ['ID'],
      options: {},
    },
    (client, path, { args: [id = ''] }) => client.call('DELETE', `${path}/identity-secrets/${encodeURIComponent(id)}`),
  ),
  ...(['reset-second-factor', 'reset-password', 'make-admin'] as const).map((action) =>
    onStore(
      { name: `member ${action}`, about: RECOVERIES[action], args: ['EMAIL'], options: {} },
      (client, path, { args: [email = ''] }) => client.call('POST', `${path}/members/recovery`, { email, action }),
    ),
  ),
  onStore(
    {
      name: 'import',
      about: 'Import records (one JSON object per line; FILE - reads stdin). Lists rejected lines.',
      args: ['FILE'],
      options: {},
    },
    async (client, path, { args: [file = ''] }) => {
      const source = await openSource(file)
      await client.call('GET', path) // an unknown store is reported before a large file is sent
      return withProgress(source.describe, () => client.upload(`${path}/import`, source.chunks))
    },
  ),
  ...(['chatwoot', 'intercom', 'zendesk'] as const).map((source) =>
    onStore({ name: `import-from ${source}`, args: [], ...SOURCES[source] }, (client, path, given) =>
      importFromSource(source, client, path, given),
    ),
  ),
  onStore(
    {
      name: 'listen',
      about: 'Forward a store’s events to a local address while you develop, signed as webhooks are. Ctrl-C ends it.',
      args: [],
      options: { forward: { value: 'URL', about: 'where to, such as http://localhost:3000/parley' } },
    },
    async (client, path, { options, json }) => {
      const { listen } = await import('./listen.ts')
      return listen(client, path, { forward: options.forward as string | undefined, isJson: json })
    },
  ),
  onStore(
    {
      name: 'sample-data',
      about: 'Generate sample data that looks like a real shop’s. The same seed generates the same data.',
      args: [],
      options: {
        contacts: { value: 'N', about: 'customers (default 50)' },
        conversations: { value: 'N', about: 'conversations (default 100)' },
        messages: { value: 'N', about: 'messages per conversation, on average (default 8)' },
        seed: { value: 'SEED', about: 'any number or text (default 1)' },
      },
    },
    (client, path, { options: { contacts, conversations, messages, seed } }) => {
      const request = {
        contacts: wholeNumber(contacts, 'contacts'),
        conversations: wholeNumber(conversations, 'conversations'),
        messagesPerConversation: wholeNumber(messages, 'messages'),
        seed,
      }
      return waiting('Making sample data', () => client.call('POST', `${path}/sample-data`, request))
    },
  ),
  onStore(
    { name: 'migrate-legacy', about: 'Migrate all conversations from the legacy datastore.', args: [], options: {} },
    (client, path) => waiting('Moving conversations', () => client.call('POST', `${path}/migrate-legacy`)),
  ),
  onStore(
    {
      name: 'redact',
      about: 'Redact a customer: empty their personal fields, delete the named orders.',
      args: ['CUSTOMER_ID'],
      options: { order: { value: 'NAME', about: 'an order to delete; may be repeated', multiple: true } },
    },
    (client, path, { args: [customerUuid], options: { order: orders } }) =>
      client.call('POST', `${path}/privacy/redact`, { customerUuid, orders }),
  ),
  onStore(
    {
      name: 'data-request',
      about: 'Record a customer-data request for support.',
      args: ['CUSTOMER_ID'],
      options: {},
    },
    (client, path, { args: [customerUuid] }) => client.call('POST', `${path}/privacy/data-request`, { customerUuid }),
  ),
  onStore(
    { name: 'uninstall', about: 'Mark the app as uninstalled from a store.', args: [], options: {} },
    (client, path) => client.call('POST', `${path}/uninstall`),
  ),
  onStore(
    {
      name: 'delete-store',
      about: 'Permanently delete an uninstalled store and all its data.',
      args: [],
      options: {},
    },
    (client, path) => client.call('DELETE', path),
  ),
  {
    name: 'backup',
    about: 'Write all stores with their files to FILE while the service runs, and check it; - is standard output.',
    onStore: false,
    args: ['FILE'],
    options: { 'data-dir': { value: 'DIR', about: 'read the data directory of a stopped service, without a server' } },
    async run(client, { args: [file = ''], options }) {
      const { backup } = await import('./backup.ts') // with the database's client, which no other command needs
      return backup(client, file, options['data-dir'] as string | undefined)
    },
  },
  {
    name: 'restore',
    about: 'Restore FILE into the empty database of DATABASE_URL or DATA_DIR. No service may run on it.',
    onStore: false,
    args: ['FILE'],
    options: {},
    async run(_client, { args: [file = ''] }) {
      const { restore } = await import('./backup.ts')
      return restore(file)
    },
  },
  onStore({ name: 'install', about: 'Mark the app as reinstalled.', args: [], options: {} }, (client, path) =>
    client.call('POST', `${path}/install`),
  ),
]

function waiting<T>(what: string, work: () => Promise<T>): Promise<T> {
  const elapsed = stopwatch()
  return withProgress(() => `${what} … ${elapsed()}`, work)
}
