import type { Command, FromFrame, FromPage, Hello } from '../shared/bridge.ts'

/** How long the frame may take to load, to run once it has loaded (an error page never does), and to be drawn. */
const LOAD_MS = 20_000
const RUN_MS = 3_000
const DRAW_MS = 20_000
const MAX_QUEUE = 200
/** What a set replaces; the others are merged by name. */
const MERGED = /:attributes$/

export interface BridgeCalls {
  hello(): Hello
  receive(message: FromFrame): void
  phase(phase: 'loading' | 'live' | 'failed'): void
}

/** The frame and the one channel to it. Commands given before it lives wait, each for one delivery, in their order. */
export function createBridge(origin: string, appId: string, panel: () => HTMLElement, calls: BridgeCalls) {
  let frame: HTMLIFrameElement | undefined
  let port: MessagePort | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let queue: Command[] = []
  /** The latest of each set, told again to a frame that had to be loaded again (its element was moved). */
  const facts = new Map<string, Command>()

  function connect(): void {
    port?.close()
    port = undefined
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if (data.type === 'here') return wait(DRAW_MS)
      if (!port) live(port1)
      if (port === port1) calls.receive(data)
    }
    wait(RUN_MS)
    // The browser delivers it only if the frame's document is of Parley's origin.
    frame?.contentWindow?.postMessage(calls.hello(), origin, [port2])
  }

  function live(connected: MessagePort): void {
    clearTimeout(late)
    port = connected
    const again = [...facts.values()].filter((fact) => queue.indexOf(fact) < 0)
    for (const command of [...again, ...queue]) post({ type: 'command', command })
    queue = []
    calls.phase('live')
  }

  function wait(ms: number): void {
    clearTimeout(late)
    late = setTimeout(fail, ms)
  }

  function fail(): void {
    frame?.remove()
    frame = undefined
    calls.phase('failed')
  }

  const post = (message: FromPage) => port?.postMessage(message)

  return {
    isWanted: () => frame !== undefined,
    isLive: () => port !== undefined,
    load(): void {
      if (frame) return
      frame = document.createElement('iframe')
      frame.title = 'Chat'
      frame.allow = 'autoplay; clipboard-write; microphone'
      frame.onload = connect
      frame.src = `${origin}/storefront/frame?app=${encodeURIComponent(appId)}`
      wait(LOAD_MS)
      calls.phase('loading')
      panel().appendChild(frame)
    },
    /** Its element was moved, so it loads again: commands given meanwhile wait for that. */
    moved(): void {
      if (!frame) return
      port = undefined
      wait(LOAD_MS)
      calls.phase('loading')
    },
    focus: () => frame?.focus(),
    send: post,
    /** Returns false when too many wait already. */
    command(given: Command): boolean {
      const command = given.verb === 'set' ? remember(given) : given
      if (port) {
        post({ type: 'command', command })
        return true
      }
      if (given.verb === 'set') queue = queue.filter((other) => other.verb !== 'set' || keyOf(other) !== keyOf(given))
      if (queue.length >= MAX_QUEUE) return false
      queue.push(command)
      return true
    },
    /** Forgets the person's details: the next one must not inherit them. */
    forgetPerson(): void {
      const isPersonal = ({ verb, name }: Command) =>
        (verb === 'set' && /^(user|message|prechat|conversation):/.test(name)) || name === 'identify'
      for (const [key, fact] of facts) if (isPersonal(fact)) facts.delete(key)
      queue = queue.filter((command) => !isPersonal(command))
    },
  }

  /** The latest of this set; what is merged by name has all names so far. */
  function remember(command: Command): Command {
    const known = facts.get(keyOf(command))
    const merged = known && MERGED.test(command.name)
    const args = merged ? [{ ...(known.args[0] as object), ...(command.args[0] as object) }] : command.args
    const fact = { ...command, args }
    facts.set(keyOf(command), fact)
    return fact
  }
}

/** A field of the form is a fact of its own. */
const keyOf = ({ name, args }: Command) => (name === 'prechat:field' ? `${name} ${args[0]}` : name)
