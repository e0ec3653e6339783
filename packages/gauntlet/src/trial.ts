/** What a case needs before its run: folders of its own, a module with design and plan, and the configuration. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { relative } from 'node:path/posix'
import { z } from 'zod'
import { agentFile, type Ground, type Machine, type Theirs } from './ground.ts'
import type { Variant } from './honest/variant.ts'

export interface Trial {
  /** Name of the module. */
  readonly id: string
  /** Name of the program in `agents/`. */
  readonly agent: string
  /** What the program is to be; null: itself. */
  readonly variant: Variant | null
  /** Time limit of a turn, as in the configuration. */
  readonly turn: string
  /** Of refactoring and review. */
  readonly rounds: number
}

export interface Places {
  /** Holds the others. */
  readonly own: string
  readonly home: string
  readonly outside: string
  readonly temporary: string
}

export function placesOf({ folder }: Ground, id: string): Places {
  const own = join(folder, 'cases', id)
  return { own, home: join(own, 'home'), outside: join(own, 'outside'), temporary: join(own, 'tmp') }
}

export interface Around {
  readonly theirs: Theirs
  readonly machine: Machine
  /** Of a server that no agent may reach. */
  readonly port: number
}

export function prepare(ground: Ground, trial: Trial, places: Places, around: Around): void {
  rmSync(places.own, { recursive: true, force: true })
  for (const place of [places.home, places.outside, places.temporary, runtimeOf(ground)])
    mkdirSync(place, { recursive: true, mode: 0o700 })
  writeDocuments(ground, trial, around.theirs)
  const configuration = configurationFor(ground, trial, places, around)
  writeFileSync(join(ground.root, 'sigma.config.json'), `${JSON.stringify(configuration, null, 2)}\n`)
}

function writeDocuments({ root, layout }: Ground, { id, variant }: Trial, { memoryBank, folder: top }: Theirs): void {
  const folder = join(root, memoryBank, 'modules', id)
  mkdirSync(folder, { recursive: true })
  const typed = layout.language === 'ts' ? 'slug(text: string): string' : 'slug(text)'
  const { signature, names } = variant ?? { signature: `export function ${typed}`, names: 'slug' }
  const code = `\`\`\`${layout.language}\n${signature}\n\`\`\``
  writeFileSync(join(folder, 'design.md'), `# ${id}\n\nA task of the gauntlet.\n\n## Interface\n\n${code}\n`)
  const own = [layout.source, layout.test].map((path) => relative(top, path))
  const files = variant?.planned === true ? ` [files: ${own.join(', ')}]` : ''
  writeFileSync(join(folder, 'tdd_plan.md'), `Batch₁: (parallel 1)\n□ TDD₁: Work (${names}) → ℜ→ℜᴳ→ℜᶠ${files}\n`)
}

const withLimits = z.looseObject({ limits: z.looseObject({}).default({}) })

/** The user's, with the agents replaced, and limits by which a run ends at its first refusal. */
function configurationFor(
  { root, repository, folder, layout }: Ground,
  { agent: program, turn, rounds, variant }: Trial,
  { home, outside }: Places,
  { theirs, machine, port }: Around,
): object {
  const { limits } = withLimits.parse(theirs.configuration)
  const runtime = runtimeOf({ folder })
  const told = {
    ...layout,
    repository,
    root,
    home,
    outside,
    port,
    runtime,
    program: machine.program,
    ...(variant !== null && { variant }),
  }
  const agent = {
    kind: 'command',
    command: ['node', agentFile(program)],
    env: { SIGMA_GAUNTLET: JSON.stringify(told) },
  }
  return {
    ...theirs.configuration,
    agents: { gauntlet: agent },
    roles: { qa: 'gauntlet', dev: 'gauntlet' },
    limits: { ...limits, turn, rounds, tries: 1, reasks: 0 },
  }
}

/** What the user's own sigma would get, but for the home folder and all that lies in it. */
export function environmentOf(
  ground: Ground,
  { home, temporary }: Places,
  { environment }: Machine,
): Readonly<Record<string, string>> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /^(PATH|LANG|LANGUAGE|LC_\w+|USER|LOGNAME|SHELL|TZ)$/.test(name) ? [[name, value]] : [],
  )
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    TMPDIR: temporary,
    XDG_CACHE_HOME: join(ground.folder, 'cache'),
    XDG_RUNTIME_DIR: runtimeOf(ground),
    NO_COLOR: '1',
    // The configuration is one that was confirmed, with agents of the gauntlet's own.
    SIGMA_TRUST: 'all',
  }
}

const runtimeOf = ({ folder }: Pick<Ground, 'folder'>): string => join(folder, 'run')
