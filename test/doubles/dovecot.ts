import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { claimPort } from '../service/claim-port.ts'
import { until } from '../until.ts'

/** A real IMAP server, Debian's dovecot-imapd, with any mailbox that is asked for. */
export interface Dovecot {
  port: number
  /** The one password of all mailboxes. */
  password: string
  /** Puts a mail into a mailbox. */
  deliver(user: string, mail: string | Buffer): Promise<void>
  /** Restarts a mailbox's numbering. */
  renumber(user: string): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

/** Why tests of mailboxes cannot run here; false where they can. In CI Dovecot has to be there. */
export const NO_DOVECOT: string | false =
  isInstalled() || process.env.CI ? false : 'Dovecot is not installed: apt-get install dovecot-imapd'

function isInstalled(): boolean {
  try {
    execFileSync('dovecot', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** User and group of the server, which does not run as root. */
const IDS = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** `tokenInfoUrl`: where it asks whether it accepts a token (XOAUTH2); then no password is accepted. */
export async function startDovecot({ tokenInfoUrl }: { tokenInfoUrl?: string } = {}): Promise<Dovecot> {
  // Another user has to get there: a run's own directory for temporary files is for its user alone.
  const directory = await mkdtemp(join(IDS.uid ? '/tmp' : tmpdir(), 'dovecot-'))
  const own = async (path: string) => {
    if (IDS.uid) await chown(path, IDS.uid, IDS.gid)
  }
  await chmod(directory, 0o755)
  await own(directory)
  const [port, password] = [await claimPort(), randomUUID()]
  const user = execFileSync('id', ['-un', String(IDS.uid ?? process.getuid?.())], { encoding: 'utf8' }).trim()
  const group = execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim()
  const [file, tokens] = [join(directory, 'dovecot.conf'), join(directory, 'tokens.conf')]
  await writeFile(
    tokens,
    `
tokeninfo_url = ${tokenInfoUrl}
username_attribute = username
active_attribute = active
active_value = true
`,
  )
  await writeFile(
    file,
    `
protocols = imap
listen = 127.0.0.1
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${directory}/mail/%u
mail_max_userip_connections = 100
first_valid_uid = 1
auth_mechanisms = ${tokenInfoUrl ? 'xoauth2' : 'plain'}
passdb {
  driver = ${tokenInfoUrl ? 'oauth2' : 'static'}
  args = ${tokenInfoUrl ? tokens : `password=${password}`}
}
userdb {
  driver = static
  args = uid=${IDS.uid ?? process.getuid?.()} gid=${IDS.gid ?? process.getgid?.()} home=${directory}/home/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service auth {
  chroot =
}
service stats {
  chroot =
}
`,
  )
  let child: ReturnType<typeof spawn> | undefined
  const start = async () => {
    child = spawn('dovecot', ['-F', '-c', file], { ...IDS, stdio: 'inherit' })
    await until('Dovecot listens', () => canConnect(port))
  }
  const stop = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  }
  await start()
  after(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })
  const folder = (mailbox: string) => join(directory, 'mail', mailbox)
  return {
    port,
    password,
    start,
    stop,
    async deliver(mailbox, mail) {
      for (const name of ['', 'tmp', 'new', 'cur']) {
        const path = join(folder(mailbox), name)
        await mkdir(path, { recursive: true })
        await own(path)
      }
      await own(join(directory, 'mail'))
      const name = `${Date.now()}.${randomUUID()}.test`
      await writeFile(join(folder(mailbox), 'tmp', name), mail)
      await own(join(folder(mailbox), 'tmp', name))
      await rename(join(folder(mailbox), 'tmp', name), join(folder(mailbox), 'new', name))
    },
    async renumber(mailbox) {
      for (const name of [
        'dovecot-uidlist',
        'dovecot-uidvalidity',
        'dovecot.index',
        'dovecot.index.log',
        'dovecot.index.cache',
      ]) {
        await rm(join(folder(mailbox), name), { force: true })
      }
    },
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
