import type { Caller } from '#core/caller.ts'
import { readSettings, type Settings } from '#core/settings.ts'
import { INVALID_PARAMS, RpcError } from './rpc.ts'
import { compileCheck, definitionOf, type Tool } from './tool.ts'

/** The tools of the service, of which each store has some: its settings say which, and are read on every request. */
export class Toolbox {
  readonly #tools: { tool: Tool; json: string; check: ReturnType<typeof compileCheck> }[]
  /** The list of tools as JSON, by which of them are on. */
  readonly #lists = new Map<string, string>()

  constructor(tools: Tool[]) {
    this.#tools = tools.map((tool) => {
      const definition = definitionOf(tool.name)
      return { tool, json: JSON.stringify(definition), check: compileCheck(definition) }
    })
  }

  /** Definitions of the store's tools, as a JSON array. */
  async list(caller: Caller): Promise<string> {
    const settings = await readSettings(caller.shop)
    const names = this.#tools.map(({ tool }) => (isOn(tool, settings) ? '1' : '0')).join('')
    const known = this.#lists.get(names)
    if (known) return known
    const list = `[${this.#tools.flatMap(({ tool, json }) => (isOn(tool, settings) ? json : [])).join()}]`
    this.#lists.set(names, list)
    return list
  }

  /**
   * Runs a tool; answers its structured content as JSON. A tool that is switched off is as unknown as one that never
   * was. Wrong arguments throw a ParleyError, as the tool's own refusals do.
   */
  async call(caller: Caller, name: string, args: Record<string, unknown>): Promise<string> {
    const found = this.#tools.find(({ tool }) => tool.name === name)
    if (!found || (found.tool.isOn && !found.tool.isOn(await readSettings(caller.shop)))) {
      throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`, 200)
    }
    found.check(args)
    return found.tool.run(caller, args as never)
  }
}

function isOn(tool: Tool, settings: Settings): boolean {
  return !tool.isOn || tool.isOn(settings)
}
