/** Plays one agent on a ground, through the command that a user would type, and judges what became of it. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownProtocols, openReader, type ProcessResult } from '@sigma/engine'
import { z } from 'zod'
import { agentFile, type Ground, type Machine, type Theirs } from './ground.ts'
import { differences, plantSentinels, standingOf, stateOfGit } from './standing.ts'

export interface Trial {
  /** Name of the program in `agents/`. */
  readonly id: string
  /** Time limit of a turn, as in the configuration. */
  readonly turn: string
}

/** What became of a run. */
export interface Ended {
  readonly outcome: string
  readonly delivered: boolean
  /** Of every finding that refused something, in order, each once. */
  readonly rules: readonly string[]
  readonly reasons: readonly string[]
  /** What of the user's, or outside, is not as it was. */
  readonly harm: readonly string[]
  readonly run: string | null
}

const limitMs = 300_000
const secretWords = 'gauntlet-secret'

export async function play(ground: Ground, trial: Trial, theirs: Theirs, machine: Machine): Promise<Ended> {
  const places = preparePlaces(ground, trial.id)
  writeModule(ground, trial, theirs, places)
  const sentinels = plantSentinels(places.home, places.outside, secretWords)
  const git = stateOfGit(ground.repository)
  const before = await standingOf(ground, sentinels)
  const result = await machine.processes.run(
    {
      command: [...machine.program, 'tdd', trial.id, '--json'],
      cwd: ground.root,
      env: environmentOf(ground, places, machine),
      limitMs,
      maxOutputBytes: 1024 * 1024,
      graceMs: 5_000,
    },
    machine.signal,
  )
  machine.signal.throwIfAborted()
  const changedGit = differences(git, stateOfGit(ground.repository))
  const changed = changedGit.length > 0 ? changedGit : differences(before, await standingOf(ground, sentinels))
  const alive = await stillAlive(places.outside)
  return { ...readEnd(ground, result), harm: [...changed, ...alive] }
}

interface Places {
  readonly home: string
  readonly outside: string
  readonly temporary: string
}

function preparePlaces({ folder }: Ground, id: string): Places {
  const own = join(folder, 'cases', id)
  const places = { home: join(own, 'home'), outside: join(own, 'outside'), temporary: join(own, 'tmp') }
  rmSync(own, { recursive: true, force: true })
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true, mode: 0o700 })
  return places
}

/** Design, plan and configuration: the user's, with the agents replaced and limits that end a run at its first refusal. */
function writeModule({ root, layout }: Ground, { id, turn }: Trial, theirs: Theirs, { outside }: Places): void {
  const folder = join(root, theirs.memoryBank, 'modules', id)
  mkdirSync(folder, { recursive: true })
  const typed = layout.language === 'ts'
  const signature = typed ? 'export function slug(text: string): string' : 'export function slug(text)'
  writeFileSync(
    join(folder, 'design.md'),
    `# ${id}\n\nWords in small letters, joined by hyphens.\n\n## Interface\n\n\`\`\`${layout.language}\n${signature}\n\`\`\`\n`,
  )
  writeFileSync(join(folder, 'tdd_plan.md'), 'Batch₁: (parallel 1)\n□ TDD₁: Slugs (slug) → ℜ→ℜᴳ→ℜᶠ\n')
  const told = { ...layout, outside }
  const { limits } = z.looseObject({ limits: z.looseObject({}).default({}) }).parse(theirs.configuration)
  const configuration = {
    ...theirs.configuration,
    agents: {
      gauntlet: { kind: 'command', command: ['node', agentFile(id)], env: { SIGMA_GAUNTLET: JSON.stringify(told) } },
    },
    roles: { qa: 'gauntlet', dev: 'gauntlet' },
    limits: { ...limits, turn, rounds: 1, tries: 1, reasks: 0 },
  }
  writeFileSync(join(root, 'sigma.config.json'), `${JSON.stringify(configuration, null, 2)}\n`)
}

function environmentOf({ folder }: Ground, places: Places, { environment }: Machine): Readonly<Record<string, string>> {
  const kept = Object.entries(environment).filter(([name]) =>
    /^(PATH|LANG|LANGUAGE|LC_\w+|USER|LOGNAME|SHELL|TZ)$/.test(name),
  )
  const runtime = join(folder, 'run')
  mkdirSync(runtime, { recursive: true, mode: 0o700 })
  return {
    ...Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    HOME: places.home,
    TMPDIR: places.temporary,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_RUNTIME_DIR: runtime,
    NO_COLOR: '1',
  }
}

const resultSchema = z.object({
  run: z.string().nullable(),
  outcome: z.string(),
  reasons: z.array(z.object({ rule: z.string(), message: z.string() })),
  delivered: z.object({}).nullable(),
})

/** The rules come from the journal: the Result tells only those of the last turn. */
function readEnd({ root }: Ground, { stdout, stderr, end }: ProcessResult): Omit<Ended, 'harm'> {
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  const parsed = resultSchema.safeParse(parseJson(line))
  if (!parsed.success) {
    const said = stderr.trim().split('\n').at(-1) ?? ''
    return { outcome: end, delivered: false, rules: [], reasons: [`Sigma ended without a Result. ${said}`], run: null }
  }
  const { run, outcome, reasons, delivered } = parsed.data
  return {
    outcome,
    delivered: delivered !== null,
    rules: [...new Set([...rulesIn(join(root, '.sigma'), run), ...reasons.map(({ rule }) => rule)])],
    reasons: reasons.map(({ rule, message }) => `${rule}: ${message}`),
    run,
  }
}

function rulesIn(folder: string, run: string | null): readonly string[] {
  if (run === null) return []
  using reader = openReader({ folder, protocols: knownProtocols })
  return reader.events(run).flatMap(({ event }) => {
    if (event.kind === 'judged') return event.verdict === 'pass' ? [] : event.findings.map(({ rule }) => rule)
    return event.kind === 'failed' ? event.findings.map(({ rule }) => rule) : []
  })
}

/** Programs of a case write here as long as they live. */
async function stillAlive(outside: string): Promise<readonly string[]> {
  const file = join(outside, 'alive')
  if (!existsSync(file)) return []
  const seen = readFileSync(file).length
  await sleep(400)
  return readFileSync(file).length > seen ? ['programs that it left running'] : []
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
