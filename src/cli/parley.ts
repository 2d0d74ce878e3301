import { ConfigError } from '#config'
import { readCliConfig } from '#config/cli.ts'
import { findCommand, readArguments } from './arguments.ts'
import { CliError, Client } from './client.ts'
import { commands } from './commands.ts'
import { describeChecks, examine } from './doctor.ts'
import { commandHelp, overview } from './help.ts'
import { present } from './print.ts'

/** The operator API for people. Answers go to standard output, everything else to standard error. */
async function run(argv: string[]): Promise<void> {
  if (argv.find((word) => word !== '--json') === 'doctor') return doctor(argv.includes('--json'))
  const found = findCommand(commands, argv)
  if (!found) {
    const isAsked = argv.length === 0 || argv.includes('--help') || argv.includes('-h')
    if (!isAsked) throw new CliError(`Unknown command "${argv.slice(0, 2).join(' ')}". Run parley --help.`)
    const words = argv.filter((word) => !word.startsWith('-'))
    const listed = commands.filter(({ name }) => words.every((word) => name.split(' ').includes(word)))
    return print(overview(listed.length > 0 ? listed : commands))
  }
  const given = readArguments(found.command, found.rest)
  if (given.help) return print(commandHelp(found.command))
  const data = await found.command.run(new Client(readCliConfig()), given)
  if (data !== undefined) print(given.json ? JSON.stringify(data) : `${present(data)}`)
}

async function doctor(json: boolean): Promise<void> {
  const checks = await examine()
  print(json ? JSON.stringify(checks) : describeChecks(checks))
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1
}

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error // whoever read the answer, such as head, has had enough
})

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CliError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
