import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { claimPort } from '../service/claim-port.ts'
import { until } from '../until.ts'

// A real WordPress with the plugin's file in it: Debian's packages wordpress, wordpress-theme-twentytwentythree,
// mariadb-server, php-cli and php-mysql, with a database, a port and files of its own.

const run = promisify(execFile)
const WORDPRESS = '/usr/share/wordpress'
const THEME = 'twentytwentythree'
const MARIADB = '/usr/sbin/mariadbd'
const NEEDED = ['/usr/bin/php', MARIADB, `${WORDPRESS}/wp-load.php`, `${WORDPRESS}/wp-content/themes/${THEME}`]
const PLUGIN = fileURLToPath(new URL('../../deploy/wordpress/parley-chat.php', import.meta.url))
const missing = NEEDED.filter((path) => !existsSync(path))

/** For the `skip` of tests that need it: why they are left out, or false. */
export const skipWordPress: string | false = missing.length > 0 ? `no WordPress: ${missing.join(', ')} missing` : false

export interface WordPressSite {
  url: string
  admin: { name: string; password: string }
  /** Runs PHP with all of WordPress loaded, its admin functions too; answers what it prints. */
  php(code: string): Promise<string>
}

/** Installs a site and serves it; called at the file's top, it ends with it. */
export async function startWordPress(): Promise<WordPressSite> {
  if (skipWordPress) return undefined as never
  const directory = await mkdtemp(join(tmpdir(), 'parley-wordpress-'))
  const site = join(directory, 'site')
  const programs: ChildProcess[] = []
  after(async () => {
    for (const program of programs) await ended(program)
    await rm(directory, { recursive: true, force: true })
  })
  const socket = await startDatabase(directory, programs)
  await cp(WORDPRESS, site, { recursive: true, dereference: true, filter: (path) => !path.endsWith('/wp-config.php') })
  await mkdir(join(site, 'wp-content/plugins'), { recursive: true })
  await copyFile(PLUGIN, join(site, 'wp-content/plugins/parley-chat.php'))
  const port = await claimPort()
  const url = `http://127.0.0.1:${port}`
  await writeFile(join(site, 'wp-config.php'), configOf(url, socket))

  const admin = { name: 'admin', password: 'correct horse battery' }
  const prelude = (more: string) => `<?php
    $_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; $_SERVER['REQUEST_URI'] = '/'; $_SERVER['REQUEST_METHOD'] = 'GET'; ${more}
    require '${site}/wp-load.php';
    foreach ( array( 'upgrade', 'plugin', 'user', 'file' ) as $part ) require_once ABSPATH . "wp-admin/includes/$part.php";`
  const runPhp = async (code: string) => {
    const file = join(directory, `script-${Math.random()}.php`)
    await writeFile(file, code)
    return (await run('php', ['-d', 'display_errors=stderr', '-d', 'log_errors=0', file])).stdout
  }
  await runPhp(`${prelude("define( 'WP_INSTALLING', true );")}
    wp_install( 'Acme', '${admin.name}', 'admin@shop.example', true, '', '${admin.password}' );
    switch_theme( '${THEME}' );`)
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', site], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
    detached: true,
  })
  programs.push(server)
  await until('WordPress', async () => (await fetch(`${url}/wp-login.php`).catch(() => null))?.status === 200)
  return { url, admin, php: (code) => runPhp(`${prelude('')}\n${code}`) }
}

/** A database that only this site can reach, by a socket; answers where that is. */
async function startDatabase(directory: string, programs: ChildProcess[]): Promise<string> {
  const [data, socket, user] = [join(directory, 'data'), join(directory, 'sql.sock'), userInfo().username]
  const place = ['--no-defaults', `--datadir=${data}`, `--user=${user}`]
  await run('mariadb-install-db', [...place, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const options = [...place, `--socket=${socket}`, '--skip-networking', `--pid-file=${join(directory, 'pid')}`]
  programs.push(spawn(MARIADB, options, { stdio: 'ignore', detached: true }))
  const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '--execute=create database wordpress']
  await until('the database', () =>
    run('mariadb', client).then(
      () => true,
      () => false,
    ),
  )
  return socket
}

const configOf = (url: string, socket: string) => `<?php
foreach ( array( 'DB_NAME' => 'wordpress', 'DB_USER' => 'root', 'DB_PASSWORD' => '', 'DB_HOST' => 'localhost:${socket}',
  'DB_CHARSET' => 'utf8mb4', 'DB_COLLATE' => '', 'WP_HOME' => '${url}', 'WP_SITEURL' => '${url}', 'DISABLE_WP_CRON' => true,
  'WP_HTTP_BLOCK_EXTERNAL' => true, 'WP_DEBUG' => true, 'WP_DEBUG_DISPLAY' => true, 'AUTH_KEY' => 'auth',
  'SECURE_AUTH_KEY' => 'secure', 'LOGGED_IN_KEY' => 'in', 'NONCE_KEY' => 'nonce' ) as $name => $value ) define( $name, $value );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`

/** Ends a program and those that it started: each leads a group of its own. */
function ended(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (program.exitCode !== null || program.pid === undefined) return resolve()
    program.once('exit', () => resolve())
    process.kill(-program.pid, 'SIGTERM')
  })
}
