import { readFileSync, rmSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Environment } from '../../environment.ts'
import { isLoopback } from './addresses.ts'
import { resolveHere } from './dial.ts'
import { socketFolder } from './folder.ts'
import { isOwnName, type Target, targetOf, textOf } from './hosts.ts'
import { openProxy, type Refusal } from './proxy.ts'
import { upstreamOf } from './upstream.ts'

/**
 * What of the network stands open to one program in a sandbox that has none: to be opened before the program is
 * started, and disposed of when it has ended.
 */
export interface OpenNetwork extends AsyncDisposable {
  /** A folder that the sandbox has to show, read-only and in the same place. */
  readonly folder: string
  /** A program that the sandbox has to show as well. */
  readonly program: string
  /** The command that gives the sandbox its ways out and then starts this one, with as many descriptors as it has. */
  around(command: readonly string[], descriptors: 3 | 4): readonly string[]
}

export interface NetworkSpec {
  /** As `Confinement.hosts`. */
  readonly hosts: readonly string[]
  /** The user's: where the machine itself needs a proxy, this goes through it. */
  readonly environment: Environment
  /** Each target once, and no more than a hundred. */
  readonly refused: (refusal: Refusal) => void
}

const mostRefusals = 100

/** Plain JavaScript; handed over as text, for Sigma's own folder is not there inside. */
const bridge = new URL('./bridge.mjs', import.meta.url)

export async function openNetwork({ hosts, environment, refused }: NetworkSpec): Promise<OpenNetwork> {
  const opened = hosts.flatMap((each) => targetOf(each) ?? [])
  const folder = socketFolder()
  const ways = { opened: new Set(opened.map(textOf)), upstream: upstreamOf(environment), resolve: resolveHere }
  const proxy = await openProxy(join(folder, 'out.sock'), ways, once(refused))
  const source = readFileSync(bridge, 'utf8')
  const forwarded = JSON.stringify(opened.filter(isOwn))
  return {
    folder,
    program: process.execPath,
    around: (command, descriptors) => [
      process.execPath,
      '--input-type=module',
      '-e',
      source,
      '--',
      proxy.socket,
      forwarded,
      String(descriptors),
      ...command,
    ],
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function once(tell: (refusal: Refusal) => void): (refusal: Refusal) => void {
  const told = new Set<string>()
  return (refusal) => {
    if (told.has(refusal.target) || told.size >= mostRefusals) return
    told.add(refusal.target)
    tell(refusal)
  }
}

/** Programs reach their own machine directly, whatever proxy there is: such a port is given on the same one inside. */
export const isOwn = ({ host }: Target): boolean => isOwnName(host) || (isIP(host) !== 0 && isLoopback(host))
