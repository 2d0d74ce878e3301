#!/usr/bin/env node
// `npx parley-chat`: starts the service as it was built into lib/. From a clone `npm start` runs src/start.js.
import './node-version.js'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const HELP = `parley-chat — live chat for online stores

  parley-chat                  serves on http://127.0.0.1:3000, with its data in ./data
  parley-chat --data DIR       keeps its data there (DATA_DIR)
  parley-chat --port PORT      listens there (PORT)
  parley-chat --version

Variables of the environment say everything else: docs/operate/running.md. The command \`parley\` is for operators.
`

const options = { data: 'string', port: 'string', version: 'boolean', help: 'boolean' }

function readOptions() {
  try {
    const described = Object.entries(options).map(([name, type]) => [name, { type }])
    return parseArgs({ options: Object.fromEntries(described) }).values
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`)
    process.exit(1)
  }
}

const { data, port, version, help } = readOptions()
if (help) process.stdout.write(HELP)
else if (version) {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  process.stdout.write(`${JSON.parse(manifest).version}\n`)
} else {
  if (data !== undefined) process.env.DATA_DIR = data
  if (port !== undefined) process.env.PORT = port
  // Kept beside the package, where only its owner may write; without it a start takes a little longer.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley/compiled', import.meta.url)))
  await import('../lib/main.js')
}
