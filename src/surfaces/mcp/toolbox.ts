import type { Caller } from '#core/caller.ts'
import type { Settings } from '#core/stores/settings.ts'
import { callToolOnce, isRepeatable } from './call-tool-once.ts'
import { LiveSettings } from './live-settings.ts'
import type { Json } from './rpc.ts'
import type { Content, Tool, ToolParts } from './tool.ts'

/** Some of the tools, as a store's settings have it. */
interface Offer {
  on: Set<Tool>
  /** Results of `tools/list`, by what they end with. */
  lists: Map<string, Json>
}

/** The tools of the service, of which each store has some: its settings say which, and are read on every request. */
export class Toolbox {
  readonly #parts: ToolParts
  readonly #tools: { tool: Tool; json: Json }[]
  readonly #byName: Map<string, Tool>
  /** By which tools are on: a `1` or a `0` for each. */
  readonly #offers = new Map<string, Offer>()
  readonly #live = new LiveSettings((settings) => this.#offerOf(settings))

  constructor(tools: Tool[], parts: ToolParts) {
    this.#parts = parts
    this.#byName = new Map(tools.map((tool) => [tool.definition.name, tool]))
    this.#tools = tools.map((tool) => ({ tool, json: JSON.stringify(tool.definition) }))
  }

  /** The result that lists the store's tools; `end` is what it ends with. */
  async list(caller: Caller, end: string): Promise<Json> {
    const { on, lists } = await this.#live.read(caller.shop)
    const known = lists.get(end)
    if (known) return known
    const definitions = this.#tools.flatMap(({ tool, json }) => (on.has(tool) ? json : []))
    const list = `{"tools":[${definitions.join()}]${end}`
    lists.set(end, list)
    return list
  }

  /**
   * Runs a tool; undefined where the store has none of that name: one that is switched off is as unknown as one that
   * never was.
   */
  async call(caller: Caller, name: string, args: Record<string, unknown>): Promise<Json | Content | undefined> {
    return (await this.#find(caller, name))?.call(caller, args, this.#parts)
  }

  /** Runs a tool that writes once for each key; undefined as `call`, and for a tool that only reads. */
  async callOnce(caller: Caller, name: string, args: Record<string, unknown>, key: string) {
    const tool = await this.#find(caller, name)
    return tool && isRepeatable(tool) ? callToolOnce(caller, { tool, args, key }, this.#parts) : undefined
  }

  async #find(caller: Caller, name: string): Promise<Tool | undefined> {
    const tool = this.#byName.get(name)
    if (tool?.isOn && !(await this.#live.read(caller.shop)).on.has(tool)) return undefined
    return tool
  }

  #offerOf(settings: Settings): Offer {
    const on = new Set(this.#tools.flatMap(({ tool }) => (!tool.isOn || tool.isOn(settings) ? tool : [])))
    const key = this.#tools.map(({ tool }) => (on.has(tool) ? '1' : '0')).join('')
    const known = this.#offers.get(key) ?? { on, lists: new Map() }
    this.#offers.set(key, known)
    return known
  }
}
