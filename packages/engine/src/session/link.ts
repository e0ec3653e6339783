/** The way to the host: this process itself, or the one that holds the project. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { SigmaError } from '../errors.ts'
import { openHost } from '../host/embedded.ts'
import type { Host, HostSpec } from '../host/host.ts'
import type { Registered } from '../host/registered.ts'
import type { Ports } from '../ports/ports.ts'
import { type HostMode, holderOf } from '../store/lock.ts'
import type { Activity } from '../views/views.ts'
import { addressOf, type Surroundings, turnAddressOf } from './address.ts'
import type { Connection } from './connection.ts'
import { handlersOf, type Waiters, waitersOf } from './handlers.ts'
import type { Greeting } from './message.ts'
import type { Guest, Handler } from './operation.ts'
import { listenAt, type SessionServer } from './server.ts'

export interface Link extends Omit<Connection, 'close'> {
  /** Null: another process is the host. */
  readonly hosting: Hosting | null
  /** A guest goes; the host and the run go on. */
  leave(): void
}

/** What this process has while it is the host. */
export interface Hosting {
  readonly host: Host<HostingPorts>
  readonly server: SessionServer | null
  /** Listens for agents in their turns. */
  readonly turnServer: SessionServer | null
  /** Guests that wait for runs. */
  readonly waiters: Waiters
}

export type HostingSpec = Pick<HostSpec<HostingPorts>, 'ports' | 'turns'>

/** The ports of this program's hosts, with what else they bring. */
export interface HostingPorts extends Ports {
  /** Called before anything is performed and before anybody can join. */
  readonly opened: () => Promise<void>
  /** What it does for guests beside the engine's own operations. */
  readonly operations: (host: Host) => readonly Handler[]
  /** What agents may ask for in their turns, on a socket of its own that answers nothing else (T2, T3). */
  readonly forTurns: () => readonly Handler[]
  /** Awaited before the host goes, while it can still record. */
  readonly closing: () => Promise<void>
}

export interface Candidate {
  readonly folder: string
  readonly protocols: readonly Registered[]
  readonly surroundings: Surroundings
  readonly command: string
  /** A digest of the configuration that this process would host with. */
  readonly configuration: string
  /** How long this process would host; absent: `command`. */
  readonly mode?: HostMode | undefined
  /** Has another process become the host, where this one is not to; called until one listens. Fails where none can. */
  readonly elsewhere?: (() => Promise<void>) | undefined
  /** Evaluated when this process is to become the host, and not before: joining is light. */
  readonly hosting: () => Promise<HostingSpec>
}

/** Takes the project and listens. Null: another process has it. Fails with `store-newer`, `store-broken`. */
export async function hostHere(candidate: Candidate, show: (activity: Activity) => void): Promise<Link | null> {
  const { folder, protocols, surroundings, command, configuration, mode } = candidate
  const spec = await candidate.hosting()
  const socket = addressOf(folder, surroundings)
  const host = await openUnlessHeld({ ports: spec.ports, turns: spec.turns, folder, protocols, command, socket, mode })
  if (host === null) return null
  try {
    const { opened, operations, forTurns } = host.ports
    await opened()
    const greeting = { pid: holderOf(folder)?.pid ?? 0, epoch: host.epoch, command, configuration }
    const waiters = waitersOf()
    const own = operations(host)
    const forGuests = [...handlersOf(host, waiters), ...own]
    const server = socket === null ? null : await listenAt(socket, greeting, forGuests)
    const turnServer = await listenForTurns(socket, greeting, forTurns())
    const handlers = [...handlersOf(host, waitersOf()), ...own]
    return linkTo({ host, server, turnServer, waiters }, greeting, { handlers, show })
  } catch (error) {
    await host.stop()
    throw error
  }
}

async function listenForTurns(
  socket: string | null,
  greeting: Greeting,
  handlers: readonly Handler[],
): Promise<SessionServer | null> {
  const address = socket === null || handlers.length === 0 ? null : turnAddressOf(socket)
  if (address === null) return null
  const server = await listenAt(address, greeting, handlers)
  return {
    open: server.open,
    close: async () => {
      await server.close()
      rmSync(dirname(address), { recursive: true, force: true })
    },
  }
}

async function openUnlessHeld(spec: HostSpec<HostingPorts>): Promise<Host<HostingPorts> | null> {
  try {
    return await openHost(spec)
  } catch (error) {
    if (error instanceof SigmaError && error.code === 'store-locked') return null
    throw error
  }
}

interface Local {
  readonly handlers: readonly Handler[]
  readonly show: (activity: Activity) => void
}

/** The link of a process to its own host: operations are handled directly. */
function linkTo(hosting: Hosting, greeting: Greeting, { handlers, show }: Local): Link {
  const guest: Guest = { gone: new AbortController().signal, show }
  return {
    greeting,
    hosting,
    isLost: () => false,
    leave: () => undefined,
    perform: async (operation, asked) => {
      const handler = handlers.find(({ name }) => name === operation.name)
      if (handler === undefined) throw new Error(`This host knows no operation ${operation.name}.`)
      return operation.answer.parse(await handler.handle(asked, guest))
    },
  }
}
