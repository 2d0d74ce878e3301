import { readCliConfig } from '#config/cli.ts'
import type { Arguments } from '../arguments.ts'
import { CliError, type Client } from '../client.ts'
import { SourceApi } from './source-api.ts'

/** `parley import-from`: the help desks, and how each is signed in to. Nothing of them is loaded before it is needed. */

const token = { value: 'TOKEN', about: 'an API token of the source (or IMPORT_TOKEN)' }
const url = (about: string) => ({ value: 'URL', about })

export const SOURCES = {
  chatwoot: {
    about: 'Import members, contacts, conversations, files, labels and articles of a Chatwoot account.',
    options: { url: url('its address'), account: { value: 'N', about: 'the account’s number' }, token },
  },
  intercom: {
    about: 'Import admins, contacts, conversations, files, tags and articles of an Intercom workspace.',
    options: {
      url: url('its address (default https://api.intercom.io; api.eu.intercom.io, api.au.intercom.io)'),
      token,
    },
  },
  zendesk: {
    about: 'Import agents, users, tickets, files, tags and articles of a Zendesk account.',
    options: {
      url: url('its address, such as https://acme.zendesk.com'),
      email: { value: 'EMAIL', about: 'the agent whom the token belongs to' },
      token,
    },
  },
} as const

/** Reads a help desk into the store whose path is given. */
export async function importFromSource(
  name: keyof typeof SOURCES,
  client: Client,
  path: string,
  { options }: Arguments,
): Promise<unknown> {
  await client.call('GET', path) // an unknown store is reported before anything is read
  const given = (option: string) => {
    const value = options[option]
    if (typeof value !== 'string' || value === '') throw new CliError(`--${option} is missing.`)
    return value
  }
  const secret = options.token ?? readCliConfig().importToken
  if (typeof secret !== 'string' || secret === '') throw new CliError('--token is missing (or IMPORT_TOKEN).')
  const { importFrom } = await import('./run.ts')
  if (name === 'chatwoot') {
    const { readChatwoot } = await import('./chatwoot.ts')
    const [address, account] = [webAddress(given('url')), given('account')]
    if (!/^\d{1,12}$/.test(account)) throw new CliError('--account must be a number.')
    const api = new SourceApi(address, { api_access_token: secret })
    const target = { client, path, source: `chatwoot ${address} ${account}` }
    return importFrom(api, target, (changed) => readChatwoot(api, account, changed))
  }
  if (name === 'intercom') {
    const { INTERCOM_HEADERS, readIntercom } = await import('./intercom.ts')
    const address = webAddress(typeof options.url === 'string' ? options.url : 'https://api.intercom.io')
    const api = new SourceApi(address, { authorization: `Bearer ${secret}`, ...INTERCOM_HEADERS })
    return importFrom(api, { client, path, source: `intercom ${address}` }, (changed) => readIntercom(api, changed))
  }
  const { readZendesk, zendeskHeaders } = await import('./zendesk.ts')
  const address = webAddress(given('url'))
  const api = new SourceApi(address, zendeskHeaders(given('email'), secret))
  return importFrom(api, { client, path, source: `zendesk ${address}` }, (changed) => readZendesk(api, changed))
}

function webAddress(text: string): string {
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new CliError(`--url must be an address, not ${text}.`)
  return text.replace(/\/$/, '')
}
