import { ConfigError } from './config.ts'
import { refusal, url } from './values.ts'

/** What the command line needs to call a server. */
export interface CliConfig {
  /** The server's address, without a slash at its end: PARLEY_URL, otherwise what HOST and PORT listen on. */
  url: string
  operatorToken: string | undefined
  /** Token of a help desk that is imported from: IMPORT_TOKEN. */
  importToken: string | undefined
}

/** Apart from `readConfig`, so that `doctor` can run where the server's own variables are wrong. */
export function readCliConfig(env: NodeJS.ProcessEnv = process.env): CliConfig {
  const host = env.HOST || '127.0.0.1'
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const text = env.PARLEY_URL || `http://${near.includes(':') ? `[${near}]` : near}:${env.PORT || '3000'}`
  const address = url(text, ['http:', 'https:'])
  if (!address) {
    throw new ConfigError(refusal(env.PARLEY_URL ? 'PARLEY_URL' : 'HOST and PORT', text, 'an http or https address'))
  }
  return {
    url: address.replace(/(?<!\/)\/+$/, ''),
    operatorToken: env.OPERATOR_TOKEN || undefined,
    importToken: env.IMPORT_TOKEN || undefined,
  }
}
