import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimPort } from '../service/claim-port.ts'
import type { CleanUp } from '../service/server.ts'

/** A PostgreSQL server of our own, and one that follows it and can take its place. */
export interface Pair {
  port: number
  standbyPort: number
  /** Ends the first one as a power cut would, and has the other one take its place. */
  failOver(): void
}

/** The newest version's programs, where Debian has them; `POSTGRES_BIN` names another directory. */
const BIN = process.env.POSTGRES_BIN ?? globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''

/** Programs of PostgreSQL do not run as root. */
function run(program: string, ...args: string[]): void {
  const [file, ...rest] = [join(BIN, program), ...args]
  const command = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', file, ...rest] : [file, ...rest]
  execFileSync(command[0] as string, command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], cwd: tmpdir() })
}

/** Each commit waits for the standby: what was answered is on both. */
export async function startPair(cleanUp: CleanUp): Promise<Pair> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-pair-'))
  cleanUp.push(async () => rmSync(directory, { recursive: true, force: true }))
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(directory, id('-u'), id('-g'))
  }
  const [first, second] = [join(directory, 'first'), join(directory, 'second')]
  const [port, standbyPort] = [await claimPort(), await claimPort()]
  const start = (data: string, at: number, more = '') => {
    const options = `-c port=${at} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} ${more}`
    run('pg_ctl', '-D', data, '-o', options, '-l', `${data}.log`, '-w', 'start')
    cleanUp.push(async () => {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', '-D', data, '-m', 'immediate', '-s', 'stop')
    })
  }
  run('initdb', '-D', first, '-A', 'trust', '-U', 'root', '-E', 'UTF8', '--locale=C.UTF-8', '-N')
  start(first, port, '-c synchronous_standby_names=*')
  run('pg_basebackup', '-D', second, '-h', '127.0.0.1', '-p', String(port), '-U', 'root', '-R', '-N', '-c', 'fast')
  start(second, standbyPort)
  return {
    port,
    standbyPort,
    failOver() {
      run('pg_ctl', '-D', first, '-m', 'immediate', '-s', 'stop')
      run('pg_ctl', '-D', second, '-w', '-s', 'promote')
    },
  }
}
