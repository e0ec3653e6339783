/** What a case needs before its run: folders of its own, what its protocol begins with, and the configuration. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Trial } from '@sigma/engine'
import { z } from 'zod'
import { type Ground, type Machine, type Setting, trialGround } from './ground.ts'

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

export interface Around extends Setting {
  /** Of a server that no agent may reach. */
  readonly port: number
}

/** Gives what follows `sigma` on the command line that begins the run. */
export function prepare(ground: Ground, trial: Trial, places: Places, around: Around): readonly string[] {
  rmSync(places.own, { recursive: true, force: true })
  for (const place of [places.home, places.outside, places.temporary, runtimeOf(ground)])
    mkdirSync(place, { recursive: true, mode: 0o700 })
  const { files, roles, command } = trial.begin(trialGround(ground, around))
  for (const [path, text] of Object.entries(files)) {
    const file = join(ground.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const configuration = configurationFor(ground, trial, places, { ...around, roles })
  writeFileSync(join(ground.root, 'sigma.config.json'), `${JSON.stringify(configuration, null, 2)}\n`)
  return command
}

const changing = z.looseObject({ limits: z.looseObject({}).default({}), tests: z.looseObject({}).default({}) })

/** The user's, with the agents replaced, and limits by which a run ends at its first refusal. */
function configurationFor(
  { root, repository, folder, layout }: Ground,
  { agent: name, limits: own, tests: ownTests, variant }: Trial,
  { home, outside }: Places,
  { kit, theirs, machine, port, roles }: Around & { readonly roles: readonly string[] },
): object {
  const { limits, tests } = changing.parse(theirs.configuration)
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
    command: ['node', kit.program, name],
    env: { SIGMA_GAUNTLET: JSON.stringify(told) },
  }
  return {
    ...theirs.configuration,
    agents: { gauntlet: agent },
    roles: Object.fromEntries(roles.map((role) => [role, 'gauntlet'])),
    limits: { ...limits, ...own },
    tests: { ...tests, ...ownTests },
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
