import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { isLoopback, isPrivate } from './addresses.ts'
import { connected } from './connected.ts'
import { isOwnName, type Target, textOf } from './hosts.ts'
import { dialThrough, type Upstream, upstreamFor } from './upstream.ts'

/** Why nothing was connected; `unopened` and `private` are refusals, the other a fault of the way. */
export type Dialled =
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'unopened' }
  /** A name that is opened, whose addresses are not: whoever owns the name could lead it anywhere. */
  | { readonly kind: 'private'; readonly address: string }
  | { readonly kind: 'unreachable'; readonly why: string }

export interface Ways {
  /** Opened targets, as `textOf` writes them. */
  readonly opened: ReadonlySet<string>
  readonly upstream: Upstream | null
  /** The addresses of a name, as this machine knows them. */
  readonly resolve: (name: string) => Promise<readonly string[]>
}

const dialMs = 30_000

/** Connects to a target that is opened. The address that was judged is the one that is connected to. */
export async function dial(target: Target, { opened, upstream, resolve }: Ways): Promise<Dialled> {
  if (!opened.has(textOf(target))) return { kind: 'unopened' }
  const way = upstreamFor(upstream, target)
  try {
    if (way !== null) return { kind: 'connected', socket: await dialThrough(way, target, dialMs) }
    const addresses = isIP(target.host) === 0 ? await resolve(target.host) : [target.host]
    const usable = addresses.filter((address) => mayBe(target, address, opened))
    const [first] = usable
    if (first === undefined) return { kind: 'private', address: addresses[0] ?? 'none' }
    return { kind: 'connected', socket: await firstOf(usable, target.port) }
  } catch (error) {
    return { kind: 'unreachable', why: error instanceof Error ? error.message : String(error) }
  }
}

export async function resolveHere(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

/** An address that is opened itself is judged no more. */
function mayBe({ host, port }: Target, address: string, opened: ReadonlySet<string>): boolean {
  if (isIP(host) !== 0 || opened.has(textOf({ host: address, port }))) return true
  return isOwnName(host) ? isLoopback(address) : !isPrivate(address)
}

async function firstOf(addresses: readonly string[], port: number): Promise<Socket> {
  let failure: unknown = null
  for (const address of addresses) {
    try {
      return await connected(connect({ host: address, port, allowHalfOpen: true }), dialMs)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
