import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Fields of a stat file of /proc after the command, whose name may hold spaces. Linux only. */
export function readStat(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Processor seconds that a process or a thread has used, by its stat fields. */
export function secondsOf(stat: string[]): number {
  return (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND
}
