import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { counted, inTier, shareOf } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, type Repository } from './kit/repository.ts'
import { type Ended, sigma, start } from './kit/sigma.ts'

const kills = shareOf(inTier({ fast: 2, long: 20, verify: 500 })).length
const seed = process.env.SIGMA_SEED ?? `${Date.now()}`

/** At most two cycles are at work at once in this plan, and two reviewers in each. */
const mostInFlight = 4

/** Every turn writes a line to a file in the user's home when it begins and, after a little work, when it ends. Sandboxed. */
const project = {
  ...numbers,
  'agent.mjs': honestAgent(`
const note = (what) => appendFileSync(process.env.HOME + '/seen/record', what + ' ' + handoff.metadata.turn + ' ' + process.cwd() + '\\n')
note('begins')
await new Promise((go) => setTimeout(go, 150))
process.on('exit', () => note('ends'))`),
  'sigma.config.json': commandConfig(
    ['node', 'agent.mjs'],
    {},
    { agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'], writes: ['~/seen'] } } },
  ),
}

test(`${kills} kills at random moments change nothing about the end of a run`, {
  timeout: 480_000 + kills * 30_000,
}, async ({ annotate }) => {
  proves('DPTR-103')
  await annotate(`SIGMA_SEED=${seed}`)
  const random = randomFrom(seed)
  const undisturbed = await playThrough(() => null)
  let left = kills
  let runs = 0
  while (left > 0) {
    // Where all is slow a process that always lives for so short a time gets nowhere.
    const disturbed = await playThrough((killed) => (killed < left ? Math.round(100 + random() * 2900) : null))
    left -= disturbed.killed
    runs += 1
    expect(disturbed.tree, `seed ${seed}`).toBe(undisturbed.tree)
    expect(disturbed.answers, `seed ${seed}`).toEqual(undisturbed.answers)
    expect(disturbed.turns).toBeGreaterThanOrEqual(undisturbed.turns)
    expect(disturbed.turns).toBeLessThanOrEqual(undisturbed.turns + disturbed.killed * mostInFlight)
  }
  counted('kills', kills - left)
  counted('runs', runs)
})

interface Played {
  readonly killed: number
  /** Of the delivered commit. */
  readonly tree: string
  /** Which asks were answered, each once. */
  readonly answers: readonly string[]
  /** Agent processes that began. */
  readonly turns: number
}

/** Plays the module from `sigma tdd` to its delivery. `killAfter` gives the milliseconds that the next process has to live, after so many kills. */
async function playThrough(killAfter: (killed: number) => number | null): Promise<Played> {
  using repository = makeRepository(project)
  mkdirSync(join(repository.home, 'seen'))
  const before = fingerprint(repository)
  let killed = 0
  for (;;) {
    const begun = await latestRun(repository)
    if (begun !== null && begun.result.delivered !== null) {
      expect(fingerprint(repository)).toEqual(before)
      return {
        killed,
        tree: git(repository, 'rev-parse', `${begun.result.delivered.branch}^{tree}`),
        answers: answersOf(await sigma(repository, 'log', '--json', begun.run)),
        turns: turnsOf(readFileSync(join(repository.home, 'seen', 'record'), 'utf8')),
      }
    }
    const { exit, signal, stderr } = await playUntil(
      repository,
      begun === null ? ['tdd', 'numbers'] : ['resume'],
      killAfter(killed),
    )
    if (signal === 'SIGKILL') killed += 1
    else expect(exit, stderr).toBe(0)
  }
}

/** Kills the whole group after `ms`, whatever it is at. */
async function playUntil(repository: Repository, args: readonly string[], ms: number | null): Promise<Ended> {
  const { child, ended } = start(repository, args)
  if (ms === null) return await ended
  await Promise.race([ended, delay(ms)])
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
    process.kill(-child.pid, 'SIGKILL')
  return await ended
}

const statusSchema = z.object({
  runs: z.array(
    z.object({
      run: z.string(),
      result: z.object({ delivered: z.object({ branch: z.string() }).nullable() }),
    }),
  ),
})

/** A kill may come before the run's first event, or after its delivery and before a word of it. */
async function latestRun(repository: Repository): Promise<z.infer<typeof statusSchema>['runs'][number] | null> {
  const { stdout } = await sigma(repository, 'status', '--json')
  return statusSchema.parse(JSON.parse(stdout)).runs[0] ?? null
}

const recordedSchema = z.object({
  event: z.object({ kind: z.string(), id: z.string().optional() }).optional(),
})

/**
 * An ask that is answered twice, or a measurement made twice, would stand here twice. The trial of cycles that are green
 * is left out: it runs beside the refactoring, and is stopped where that is over first.
 */
function answersOf({ stdout }: Ended): readonly string[] {
  const events = stdout
    .trimEnd()
    .split('\n')
    .flatMap((line) => recordedSchema.parse(JSON.parse(line)).event ?? [])
  return events
    .filter(({ kind }) => kind === 'answered' || kind === 'judged' || kind === 'integrated')
    .map(({ kind, id }) => `${kind} ${id}`)
    .filter((each) => !each.includes('.trial.'))
    .sort()
}

/** Where a turn begins, none is still at work in the same workspace; no attempt begins twice. Returns how many began. */
function turnsOf(record: string): number {
  const working = new Map<string, string>()
  const begun = new Set<string>()
  for (const line of record.trimEnd().split('\n')) {
    const [what = '', turn = '', workspace = ''] = line.split(' ')
    if (what === 'begins') {
      expect(begun).not.toContain(turn)
      begun.add(turn)
      working.set(workspace, turn)
    } else expect(working.get(workspace)).toBe(turn)
  }
  return begun.size
}

/** Numbers from 0 to below 1, the same for the same seed. */
function randomFrom(text: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${text} ${drawn}`).digest().readUInt32BE() / 2 ** 32
  }
}
