import { type CommandShape, usage } from './arguments.ts'

const DOCTOR = 'doctor'

/** All commands, or those that begin with a word such as "store". */
export function overview(commands: readonly CommandShape[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), DOCTOR.length)
  return `Parley’s operator API for the command line.

Usage: parley COMMAND [options]     (npm run -s parley -- COMMAND [options])

${commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}
  ${DOCTOR.padEnd(width)}  Check this machine, the configuration and the server.

SHOP is a store’s id, as the first argument or with --shop; where there is only one store it may be left out.

  --json   print the answer’s data alone, as JSON
  --help   say more about a command

It calls the server at PARLEY_URL (default: HOST and PORT) with OPERATOR_TOKEN, the one the server was started with.
`
}

export function commandHelp(command: CommandShape): string {
  const options = Object.entries(command.options).map(([name, { value, about }]) => [
    `--${name}${value === null ? '' : ` ${value}`}`,
    about,
  ])
  if (command.onStore) options.push(['--shop SHOP', 'the store, unless it is the first argument'])
  options.push(['--json', 'print the answer’s data alone, as JSON'])
  const width = Math.max(...options.map(([option = '']) => option.length))
  const lines = options.map(([option = '', about = '']) => `  ${option.padEnd(width)}  ${about}`.trimEnd())
  return `${command.about}\n\nUsage: ${usage(command)}\n\n${lines.join('\n')}\n`
}
