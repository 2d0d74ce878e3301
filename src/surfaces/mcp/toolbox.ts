import type { Caller } from '#core/caller.ts'
import type { Settings } from '#core/settings.ts'
import { LiveSettings } from './live-settings.ts'
import { INVALID_PARAMS, RpcError } from './rpc.ts'
import { type Content, compileCheck, definitionOf, type Tool } from './tool.ts'

/** The tools of the service, of which each store has some: its settings say which, and are read on every request. */
export class Toolbox {
  readonly #tools: { tool: Tool; json: string; check: ReturnType<typeof compileCheck> }[]
  /** The list of tools as JSON, by which of them are on and how it ends. */
  readonly #lists = new Map<string, string>()
  readonly #settings = new LiveSettings()

  constructor(tools: Tool[]) {
    this.#tools = tools.map((tool) => {
      const definition = definitionOf(tool)
      return { tool, json: JSON.stringify(definition), check: compileCheck(definition) }
    })
  }

  /** The result that lists the store's tools; `end` is what it ends with. */
  async list(caller: Caller, end: string): Promise<string> {
    const settings = await this.#settings.read(caller.shop)
    const key = this.#tools.map(({ tool }) => (isOn(tool, settings) ? '1' : '0')).join('') + end
    const known = this.#lists.get(key)
    if (known) return known
    const definitions = this.#tools.flatMap(({ tool, json }) => (isOn(tool, settings) ? json : []))
    const list = `{"tools":[${definitions.join()}]${end}`
    this.#lists.set(key, list)
    return list
  }

  /**
   * Runs a tool; answers its structured content as JSON, or its blocks. A tool that is switched off is as unknown as one that never
   * was. Wrong arguments throw a ParleyError, as the tool's own refusals do.
   */
  async call(caller: Caller, name: string, args: Record<string, unknown>): Promise<string | Content> {
    const found = this.#tools.find(({ tool }) => tool.name === name)
    if (!found || (found.tool.isOn && !found.tool.isOn(await this.#settings.read(caller.shop)))) {
      throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`, 200)
    }
    found.check(args)
    return found.tool.run(caller, args as never)
  }
}

function isOn(tool: Tool, settings: Settings): boolean {
  return !tool.isOn || tool.isOn(settings)
}
