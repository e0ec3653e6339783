/** What the program of an agent may reach in a turn. */

import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { Confinement, ConfinementLimits, ProcessSpec, TurnRequest } from '@sigma/engine'
import { look } from '../process/look.ts'
import { placesBeside, placesOfFile } from '../sandbox/installations.ts'
import { workspaceConfinement } from '../sandbox/workspace.ts'
import type { ProgramSettings } from './config.ts'
import type { Around } from './opened.ts'
import { openedPath } from './opened.ts'

/** What confines the agents of a project. */
export interface Confining {
  /** True: a sandbox is there; false: only the limits are kept. */
  readonly holds: boolean
  readonly limits: ConfinementLimits
  /** Folder of the copies of dependencies, to which workspaces link. */
  readonly dependencies: string
  /** Folders of what is installed, to which they link as well; absent: none. */
  readonly installed?: (() => readonly string[]) | undefined
  /** Globs of what no agent may change in a run. */
  readonly guardedOf: (run: string) => readonly string[]
}

/** Of a turn, and of the world that it is played in, what says where its program is at work. */
export interface ConfinedTurn {
  readonly agent: string
  readonly request: Pick<TurnRequest, 'role' | 'run' | 'cwd' | 'reads' | 'hosts'>
  readonly world: Around & { readonly confining?: Confining | undefined }
}

export interface Started extends Pick<ProcessSpec, 'command' | 'env'> {
  /** Globs of what the role may write: nothing else of the workspace can be. Absent: all of it can, and intake judges. */
  readonly only?: readonly string[] | undefined
}

/**
 * Its workspace, the program itself, and what its configuration opens; nothing where nothing confines it. Its home is a
 * folder of its own in the place of the user's, kept for the turns in this workspace.
 */
export async function confinedTurn(
  turn: ConfinedTurn,
  config: ProgramSettings,
  { command, env, only }: Started,
): Promise<Pick<ProcessSpec, 'env' | 'confined'>> {
  const { request, world } = turn
  const { confining, root } = world
  if (confining === undefined) return { env }
  const { HOME: home = '' } = env
  const opened = (paths: readonly string[] = []): readonly string[] =>
    paths.map((path) => openedPath(path, world)).filter((path) => existsSync(path))
  const { run, cwd, reads = [], hosts = [] } = request
  const own = await workspaceConfinement(cwd, confining.dependencies, confining.guardedOf(run), only)
  const files = command.filter((word) => isAbsolute(word) && isFile(word))
  const confined: Confinement = {
    reads: [
      ...own.reads,
      ...(confining.installed?.() ?? []),
      ...files.flatMap((file) => around(file, home)),
      ...files.slice(0, 2).flatMap((file) => placesBeside(file, home === '' ? null : home, root)),
      ...reads,
      ...opened(config.reads),
    ],
    writes: [...own.writes, ...opened(config.writes)],
    protects: own.protects,
    hosts: [...(config.hosts ?? []), ...hosts],
    limits: confining.limits,
    ...(isAbsolute(home) && home !== '/' ? { home: { at: home, folder: homeFolder(turn) } } : {}),
  }
  return { confined, env: confining.holds ? within(env) : env }
}

/**
 * Of the workspace, beside those of the run; none of them can have this name. Agents that are at work at once share
 * none: they keep stores there that are not made for that, and would hand each other what they remember. Nor do the
 * roles of one agent: what one of them leaves there is not told to the other.
 */
const homeFolder = ({ agent, request: { cwd, role } }: ConfinedTurn): string =>
  join(
    dirname(cwd),
    '.homes',
    basename(cwd),
    role,
    /^[\w-]{1,40}$/.test(agent) ? agent : hash('sha256', agent).slice(0, 16),
  )

/** The environment without the user's places that the sandbox does not have. */
function within(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('XDG_'))
  return { ...Object.fromEntries(kept), TMPDIR: '/tmp' }
}

/** A script finds its packages and its kind by what lies above it, and other files of its own beside it. */
function around(file: string, home: string): readonly string[] {
  const folder = dirname(file)
  const above = foldersAbove(folder).flatMap((each) => [join(each, 'package.json'), join(each, 'node_modules')])
  return [...placesOfFile(file, home === '' ? null : home), ...above.filter((path) => existsSync(path))]
}

/** Up to the top of its repository; where there is none, its own folder alone. */
function foldersAbove(folder: string): readonly string[] {
  const above: string[] = []
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    above.push(at)
    if (existsSync(join(at, '.git'))) return above
    if (basename(at) === 'node_modules') break
  }
  return [folder]
}

const isFile = (path: string): boolean => look(path)?.isFile() === true
