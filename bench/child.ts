import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Running } from './service.ts'
import { SERVICE } from './service.ts'

const PARLEY = fileURLToPath(new URL('../src/cli/parley.ts', import.meta.url))
const LOOK_MS = 100

export interface Ran {
  stdout: string
  seconds: number
  /** The most memory that the command's process had at a time, in MiB. */
  peakMb: number
}

/** Runs the command line on a service. Rejects with what it printed unless it exits with 0. */
export function runParley(service: Running, args: string[]): Promise<Ran> {
  const begun = performance.now()
  const env = { ...process.env, PARLEY_URL: service.url, OPERATOR_TOKEN: SERVICE.OPERATOR_TOKEN }
  const child = spawn(process.execPath, [PARLEY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes) => (said.stdout += bytes))
  child.stderr.on('data', (bytes) => (said.stderr = (said.stderr + bytes).slice(-4_000)))
  let peakMb = 0
  const look = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid as number))), LOOK_MS)
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(look)
      if (code !== 0) return reject(new Error(`parley ${args[0]} ended with ${code}: ${said.stderr}`))
      resolve({ stdout: said.stdout, seconds: (performance.now() - begun) / 1_000, peakMb })
    })
  })
}

/** The most memory that a process had at a time so far, in MiB; 0 for one that has ended. */
export function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
