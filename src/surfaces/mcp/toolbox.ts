import type { Caller } from '#core/caller.ts'
import type { Settings } from '#core/stores/settings.ts'
import { LiveSettings } from './live-settings.ts'
import { type Json, keepResult } from './rpc.ts'
import type { Content, Tool, ToolParts } from './tool.ts'

/** The tools of the service, of which each store has some: its settings say which, and are read on every request. */
export class Toolbox {
  readonly #parts: ToolParts
  readonly #tools: { tool: Tool; json: Json }[]
  readonly #byName: Map<string, Tool>
  /** The list of tools, kept (`keepResult`), by which of them are on and how it ends. */
  readonly #lists = new Map<string, Buffer>()
  readonly #settings = new LiveSettings()

  constructor(tools: Tool[], parts: ToolParts) {
    this.#parts = parts
    this.#byName = new Map(tools.map((tool) => [tool.definition.name, tool]))
    this.#tools = tools.map((tool) => ({ tool, json: JSON.stringify(tool.definition) }))
  }

  /** The result that lists the store's tools; `end` is what it ends with. */
  async list(caller: Caller, end: string): Promise<Buffer> {
    const settings = await this.#settings.read(caller.shop)
    const key = this.#tools.map(({ tool }) => (isOn(tool, settings) ? '1' : '0')).join('') + end
    const known = this.#lists.get(key)
    if (known) return known
    const definitions = this.#tools.flatMap(({ tool, json }) => (isOn(tool, settings) ? json : []))
    const list = keepResult(`{"tools":[${definitions.join()}]${end}`)
    this.#lists.set(key, list)
    return list
  }

  /**
   * Runs a tool; undefined where the store has none of that name: one that is switched off is as unknown as one that
   * never was. Throws at once, before any promise is made, what the tool refuses at once.
   */
  call(caller: Caller, name: string, args: Record<string, unknown>): Promise<Json | Content | undefined> | undefined {
    const tool = this.#byName.get(name)
    if (!tool?.isOn) return tool?.call(caller, args, this.#parts)
    return this.#callIfOn(tool, caller, args)
  }

  async #callIfOn(tool: Tool, caller: Caller, args: Record<string, unknown>): Promise<Json | Content | undefined> {
    const settings = await this.#settings.read(caller.shop)
    return isOn(tool, settings) ? tool.call(caller, args, this.#parts) : undefined
  }
}

function isOn(tool: Tool, settings: Settings): boolean {
  return !tool.isOn || tool.isOn(settings)
}
