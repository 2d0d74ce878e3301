import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { codePoints, findUnstorable } from '#base/text.ts'
import type { AddressBook } from '#channels/address.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import type { Page, Platform } from '#core/platform/platform.ts'
import type { Settings } from '#core/settings.ts'

/** What tools are made from, beside who asks. */
export interface ToolParts {
  addresses: AddressBook
  platform: Platform
}

/** A tool as its file gives it; what clients read of it stands in tools.json under the same name. */
export interface Tool<Arguments = never> {
  name: string
  /** Whether the store has it; without this it is always on. */
  isOn?: (settings: Settings) => boolean
  /** What clients read of it, where tools.json does not tell. */
  definition?: Definition
  /** Answers the structured content as JSON, or blocks of its own. What is refused is thrown as a ParleyError. */
  run(caller: Caller, args: Arguments): Promise<string | Content>
}

/** Content blocks as the protocol has them: texts, images, sounds, resources. */
export interface Content {
  blocks: readonly object[]
}

export const defineTool = <Arguments>(tool: Tool<Arguments>): Tool => tool

/** What clients read of a tool. */
export interface Definition {
  name: string
  title?: string
  description: string
  inputSchema: object
  outputSchema?: object
  annotations?: object
}

const definitions: Definition[] = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'))

export function definitionOf({ name, definition: own }: Tool): Definition {
  const definition = own ?? definitions.find((candidate) => candidate.name === name)
  if (!definition) throw new Error(`${name} is not in tools.json`)
  return definition
}

/** Nesting of arguments that is looked into; what is deeper is nobody's data, and would not survive being stored. */
const DEPTH_MAX = 32

/** The check of a tool's arguments by its input schema, compiled. Throws INVALID_PARAMS naming the first mistake. */
export function compileCheck({ inputSchema }: Definition): (args: Record<string, unknown>) => void {
  const schema = Compile(inputSchema)
  return (args) => {
    if (isDeeperThan(args, DEPTH_MAX)) throw invalidParams(`arguments are nested more than ${DEPTH_MAX} deep.`)
    const place = findUnstorable(args, 'arguments')
    if (place) throw invalidParams(`${place} holds a NUL character or half of a surrogate pair.`)
    if (!schema.Check(args)) throw invalidParams(describe(schema.Errors(args)[0] as Mistake, args))
  }
}

interface Mistake {
  keyword: string
  instancePath: string
  params: { requiredProperties?: string[]; limit?: number; allowedValues?: string[]; format?: string }
  message: string
}

/** One sentence: where the mistake is, and what would be right. */
function describe({ keyword, instancePath, params, message }: Mistake, args: object): string {
  const keys = instancePath.slice(1).split('/')
  const path = keys.join('.')
  if (keyword === 'required') return `${[path, params.requiredProperties?.[0]].filter(Boolean).join('.')} is required.`
  if (keyword === 'boolean') return `${path.slice(0, 100)} is not an argument of this tool.`
  if (keyword === 'maxLength') {
    const value = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], args)
    return `${path} has ${codePoints(value as string)} characters; at most ${params.limit} are allowed.`
  }
  if (keyword === 'minLength') return `${path} must not be empty.`
  if (keyword === 'enum') return `${path} must be one of: ${params.allowedValues?.join(', ')}.`
  return `${path || 'arguments'} ${message}.`
}

/** Level by level, so that no depth can exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let i = 0; i <= depth && level.length > 0; i++) {
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
  }
  return level.some((item) => item !== null && typeof item === 'object')
}

interface Limits {
  default: number
  max: number
}

/** How many results are wanted: the default where nothing is said, never more than the maximum. */
export function clamp(limit: number | undefined, limits: Limits): number {
  return Math.min(limit ?? limits.default, limits.max)
}

export function pageOf({ limit, cursor }: { limit?: number; cursor?: string }, limits: Limits) {
  return { limit: clamp(limit, limits), cursor: cursor ?? null }
}

/** A page of records under their name, with `paging`, as JSON. */
export function pageJson(name: string, { items, nextCursor }: Page<unknown>): string {
  return JSON.stringify({ [name]: items, paging: { nextCursor, hasMore: nextCursor !== null } })
}
