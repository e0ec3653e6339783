/** A host in the background: another process of the same program, which has the project until nothing is left to do. */
import { mkdirSync } from 'node:fs'
import { holderOf as lastHolder } from '@sigma/engine'
import { type Detached, startDetached } from '@sigma/runtime'
import { withinAgent } from '../errors.ts'
import { isAgents } from '../people/person.ts'
import type { Place } from '../project/place.ts'
import type { World } from '../world.ts'
import { backgroundFailed } from './errors.ts'
import { boundLog, hostLog, lengthOf, saidSince } from './host-log.ts'

/** The command that such a process plays; hidden from people, who have `--detach`. */
const backgroundFlag = '--background'

/**
 * Has a host in the background, however often it is asked: the process that was started first is given the time to
 * listen. Fails with what that process ended with, and with `within-agent`.
 */
export function backgroundHost(world: World, place: Place): () => Promise<void> {
  let started: { readonly process: Detached; readonly length: number } | null = null
  return async () => {
    const ended = started?.process.ended() ?? null
    if (started !== null && ended === null) return
    if (started !== null && ended?.exit !== 0) throw backgroundFailed(...reasonIn(place, started.length))
    started = startBackground(world, place, [backgroundFlag])
  }
}

/**
 * Has the run go on when its host ends: that one may be a command in a terminal, which ends with what it plays itself. A
 * process in the background then waits for the run, and whoever waits for a run takes the place of its host.
 */
export function outlive(world: World, place: Place, run: string): void {
  if (lastHolder(place.folder)?.mode === 'command') startBackground(world, place, [backgroundFlag, run])
}

/** `how`: what the process in the background is told of its hosting. */
export function startBackground(world: World, { root, folder }: Place, how: readonly string[]) {
  if (isAgents(world)) throw withinAgent()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const output = hostLog(folder)
  boundLog(output)
  const length = lengthOf(output)
  const [program = '', ...args] = world.program
  const command = [program, ...args, 'serve', ...how] as const
  const { SIGMA_CALL_KEY: _key, SIGMA_STANDBY: _standby, ...env } = world.env
  return { process: startDetached({ command, cwd: root, env, output }), length }
}

/** The error that it printed last, as a sentence and what helps. */
function reasonIn({ folder }: Place, length: number): readonly [string, string | null] {
  const said = saidSince(hostLog(folder), length)
  const [, sentence = 'it could not be started', hint = null] =
    [...said.matchAll(/^error: (.*)(?:\nhint: (.*))?$/gm)].at(-1) ?? []
  return [sentence, hint]
}
