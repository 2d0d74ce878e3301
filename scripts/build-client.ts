import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm run build -w parley-client (and `npm pack` there): JavaScript and types into packages/client/dist.

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'packages/client')
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

rmSync(join(folder, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })
copyFileSync(join(root, 'LICENSE'), join(folder, 'dist/LICENSE'))
