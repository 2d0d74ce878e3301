import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import type { Platform } from '#core/commerce/platform.ts'
import type { Settings } from '#core/stores/settings.ts'
import type { AddressBook } from '#outbound/address.ts'
import { compileCheck } from './arguments.ts'
import type { Json } from './rpc.ts'

/** What tools work with, beside who asks. */
export interface ToolParts {
  addresses: AddressBook
  platform: Platform
  /** The language that a text is written in; null where it does not show. */
  languageOf: (text: string) => string | null
}

/** What clients read of a tool, as the protocol names it. */
interface Definition {
  name: string
  title?: string
  description: string
  inputSchema: object
  outputSchema?: object
  annotations?: Annotations
}

/** Hints for clients that decide whether a call needs a person's consent. */
interface Annotations {
  /** Whether it changes nothing. */
  readOnlyHint: boolean
  /** Whether it may replace or remove existing data. */
  destructiveHint?: boolean
  /** A second call with the same arguments changes nothing more. */
  idempotentHint?: boolean
  /** Whether it reaches beyond the store's own data: customers, endpoints, the e-commerce platform. */
  openWorldHint: boolean
}

/** Content blocks as the protocol has them: texts, images, sounds, resources. */
export interface Content {
  blocks: readonly object[]
}

/** A tool as the toolbox has it. */
export interface Tool {
  definition: Definition
  /** Whether the store has it; without this it is always on. */
  isOn?: (settings: Settings) => boolean
  /** Whether it may wait for another service, so that no transaction of the database may hold it. */
  reachesOut?: boolean
  /** Structured content as JSON, or blocks. Rejects with a ParleyError for wrong arguments and for the tool's own refusals. */
  call(caller: Caller, args: Record<string, unknown>, parts: ToolParts): Promise<Json | Content>
}

/** A tool as its file tells it: what clients read, and what it does. */
interface ToolFile<Input extends TProperties, Output extends TProperties> extends Pick<Tool, 'isOn' | 'reachesOut'> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  annotations: Annotations
  /** Returns what `output` describes, or JSON of it where the database made the record ready. */
  run(
    caller: Caller,
    args: Static<TObject<Input>>,
    parts: ToolParts,
  ): Promise<Static<TObject<Output>> | Json> | Static<TObject<Output>> | Json
}

/** Makes a tool of what its file says. `run` gets arguments that fit `input`. */
export function defineTool<Input extends TProperties, Output extends TProperties>(file: ToolFile<Input, Output>): Tool {
  const { name, title, description, input, output, annotations, isOn, reachesOut = false, run } = file
  const inputSchema = Type.Object(input, { additionalProperties: false })
  const check = compileCheck(inputSchema)
  return {
    definition: { name, title, description, inputSchema, outputSchema: Type.Object(output), annotations },
    ...(isOn && { isOn }),
    reachesOut,
    async call(caller, given, parts) {
      const made = await run(caller, check(given), parts)
      return typeof made === 'string' ? made : JSON.stringify(made)
    },
  }
}
