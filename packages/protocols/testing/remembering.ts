/** Runs whose agents use the memory of their dialogues, on hosts that come and go. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Host, type Ports, SigmaError } from '@sigma/engine'
import { type SessionDesk, sessionDesk, type TurnMemory } from '@sigma/memory'
import { type Json, jsonOf } from '@sigma/protocol'
import { kits } from '../kits.ts'
import { samplePlanInput } from '../plan/machine/sample.ts'
import { moved } from '../tdd/testing/playout.ts'
import type { Does, Told } from '../tdd/testing/scripted-agents.ts'
import { honest } from '../tdd/testing/scripts.ts'
import { type Stage, type StageSpec, stage } from '../tdd/testing/stage.ts'

/** A turn as its agent has it. */
export interface RememberingTurn extends Told {
  readonly memory: TurnMemory
  readonly token: string
  readonly desk: SessionDesk
  readonly host: Host
}

/** What an agent does beside, or in place of, its honest work. */
export type Acts = (turn: RememberingTurn) => Does | undefined | Promise<Does | undefined>

/** Hosts on one disk. */
export function remembering(acts: Acts, spec: Pick<StageSpec, 'judge'> = {}): Stage {
  let now: { host: Host; desk: SessionDesk } | null = null
  const play = stage({
    ...spec,
    script: async (told) => {
      const { run, attempt } = told.request
      const token = now?.host.capabilities.token(run, attempt) ?? null
      const memory = token === null ? null : now?.desk.turn(token)
      if (now === null || token === null || memory == null) throw new Error('Every turn of these runs has a memory.')
      return { ...(await honest(told)), ...(await acts({ ...told, memory, token, ...now })) }
    },
    ports: (ports) => ({ ...ports, workspaces: onDisk(ports.workspaces, play.world.workspaces) }),
  })
  return {
    ...play,
    host: () => {
      const host = play.host()
      now = { host, desk: sessionDesk(kits, host) }
      return host
    },
  }
}

/** Before a critic is asked it is looked whether the plan lies there, and that on the disk. */
function onDisk(workspaces: Ports['workspaces'], files: Map<string, Map<string, string>>): Ports['workspaces'] {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-remembering-'))
  return {
    ...workspaces,
    prepare: async (spec) => {
      const prepared = await workspaces.prepare(spec)
      const path = join(folder, prepared.path)
      const own = files.get(prepared.path) ?? new Map()
      files.set(path, own)
      for (const each of own.keys()) {
        mkdirSync(dirname(join(path, each)), { recursive: true })
        writeFileSync(join(path, each), '')
      }
      return { ...prepared, path }
    },
  }
}

/** A plan run of at most so many rounds. */
export function planOf(host: Host, rounds: number): Json {
  const input = samplePlanInput({ rounds })
  return jsonOf({ ...input, base: 'base', design: { ...input.design, blob: host.blobs.put('# Design') } })
}

export const settle = (play: Stage, host: Host, run: string): ReturnType<Host['settled']> =>
  moved(host.settled(run), play.clock)

/** The code of what the work fails with; `none`: it does not fail. */
export function refusal(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof SigmaError) return error.code
    throw error
  }
}
