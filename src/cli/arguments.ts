import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CliError } from './client.ts'

interface Option {
  /** What stands for the value in the help, such as NAME; null: it takes none, and is 'true' where it is given. */
  value: string | null
  about: string
  /** May be given several times; the values come as a list. */
  multiple?: boolean
}

export interface CommandShape {
  /** One or two words: "store create". */
  name: string
  about: string
  /** Whether it acts on a store: the first argument, or --shop, or the only one there is. */
  onStore: boolean
  /** Arguments of its own, by the names that the help shows. */
  args: string[]
  options: Record<string, Option>
}

export interface Arguments {
  /** The store that was named, if any. */
  shop: string | undefined
  /** As many as the command's `args`. */
  args: string[]
  options: Record<string, string | string[] | undefined>
  json: boolean
  help: boolean
}

/** The command that the first words name, and the words after it. `--json` may stand before it, too. */
export function findCommand<T extends CommandShape>(
  commands: readonly T[],
  argv: string[],
): { command: T; rest: string[] } | null {
  const flags = argv[0] === '--json' ? ['--json'] : []
  const given = argv.slice(flags.length)
  for (const words of [2, 1]) {
    const name = given.slice(0, words).join(' ')
    const command = commands.find((candidate) => candidate.name === name && name.split(' ').length === words)
    if (command) return { command, rest: [...given.slice(words), ...flags] }
  }
  return null
}

/** Reads what comes after a command's name; throws `CliError` with the usage for what it does not take. */
export function readArguments(command: CommandShape, rest: string[]): Arguments {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }
  if (command.onStore) options.shop = { type: 'string' }
  for (const [name, { value, multiple = false }] of Object.entries(command.options))
    options[name] = { type: value === null ? 'boolean' : 'string', multiple }
  const { values, positionals } = parse(command, rest, options)
  for (const [name, value] of Object.entries(command.options)) {
    if (value.value === null && values[name] === true) values[name] = 'true'
  }
  const { json = false, help = false, shop, ...given } = values as Record<string, never>
  const hasShop = command.onStore && shop === undefined && positionals.length > command.args.length
  const args = hasShop ? positionals.slice(1) : positionals
  if (!help && args.length !== command.args.length) {
    const missing = command.args[args.length]
    throw wrongUsage(command, missing ? `${missing} is missing.` : `Unexpected argument: ${args.at(-1)}.`)
  }
  return { shop: hasShop ? positionals[0] : shop, args, options: given, json, help }
}

function parse(command: CommandShape, args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw wrongUsage(command, (error as Error).message.split('. ')[0] as string)
  }
}

function wrongUsage(command: CommandShape, problem: string): CliError {
  return new CliError(`${problem}\nUsage: ${usage(command)}\nparley ${command.name} --help says more.`)
}

export function usage({ name, onStore, args }: CommandShape): string {
  return ['parley', name, ...(onStore ? ['[SHOP]'] : []), ...args, '[options]'].join(' ')
}

/** A whole number, or undefined when the option was not given. */
export function wholeNumber(text: string | string[] | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(String(text))) throw new CliError(`--${option} must be a whole number.`)
  return Number(text)
}

/** `["a.b=true", "a.c=text"]` as `{a: {b: true, c: "text"}}`. Values are JSON where they can be, otherwise text. */
export function readSettings(pairs: string[]): object {
  const settings: Record<string, unknown> = {}
  for (const pair of pairs) {
    const [, path, text] = /^([\w.]+)=(.*)$/s.exec(pair) ?? []
    if (path === undefined || text === undefined) throw new CliError(`--set takes name=value, not ${pair}.`)
    const names = path.split('.')
    const last = names.pop() as string
    let group = settings
    for (const name of names) {
      if (Object(group[name]) !== group[name]) group[name] = {}
      group = group[name] as Record<string, unknown>
    }
    group[last] = readValue(text)
  }
  return settings
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
