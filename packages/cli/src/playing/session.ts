/** Opens a project for a command: as its host, or beside the sigma that has it. */
import { tmpdir } from 'node:os'
import {
  type Handler,
  type HostingSpec,
  type HostMode,
  joinSession,
  openSession,
  type Session,
  type SessionSpec,
  sha256,
} from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { interruptedBefore, withinAgent } from '../errors.ts'
import { isAgents } from '../people/person.ts'
import type { Project } from '../project/place.ts'
import { noticeText, otherConfigurationText } from '../render/notices.ts'
import { talk, type World } from '../world.ts'

/** How a project is opened; absent: as its host for as long as the command takes, where nobody has it. */
export interface Opening {
  readonly mode?: HostMode
  /** Has another process become the host: this one never is. */
  readonly elsewhere?: () => Promise<void>
  /** What this host does for guests beside what every host does. */
  readonly handlers?: readonly Handler[]
}

/** Fails with `git-missing`, `host-silent`, `session-version`, `within-agent`, `store-newer`, `store-broken`, and as `elsewhere` does. */
export async function openProjectSession(
  world: World,
  project: Project,
  command: string,
  opening: Opening = {},
): Promise<Session> {
  const { lent } = world
  if (lent !== undefined) {
    // A host of this process's own looks when it begins; one that is lent began long ago.
    const { requireGit } = await import('@sigma/runtime')
    requireGit(world.env['PATH'] ?? '')
    return keptOpen(lent.session)
  }
  const spec = specOf(world, project, command, opening)
  return await checked(world, await unlessInterrupted(world, openSession(spec)), spec)
}

/** Null: no other sigma can be joined at this moment. */
export async function joinProjectSession(
  world: World,
  project: Project,
  command: string,
  opening: Opening = {},
): Promise<Session | null> {
  const spec = specOf(world, project, command, opening)
  const session = await unlessInterrupted(world, joinSession(spec))
  return session === null ? null : await checked(world, session, spec)
}

/** The same session, for whoever closes what they have opened. */
const keptOpen = (session: Session): Session =>
  Object.create(session, { [Symbol.asyncDispose]: { value: () => Promise.resolve() } })

async function unlessInterrupted<Value>(world: World, value: Promise<Value>): Promise<Value> {
  try {
    const found = await value
    if (!world.signal.aborted || found !== null) return found
  } catch (error) {
    if (!world.signal.aborted) throw error
  }
  throw interruptedBefore()
}

function specOf(world: World, project: Project, command: string, given: Opening): SessionSpec {
  const { handlers = [], ...opening } = given
  let hosting: Promise<HostingSpec> | null = null
  return {
    ...opening,
    folder: project.folder,
    protocols: kits,
    surroundings: { runtimeFolder: world.env['XDG_RUNTIME_DIR'] ?? '', temporaryFolder: tmpdir() },
    command,
    configuration: sha256(JSON.stringify(project.config)),
    signal: world.signal,
    notice: (notice) => {
      const { stderr, meanwhile = stderr } = world
      talk(notice.kind === 'silent' ? { stderr: meanwhile } : world, noticeText(notice))
    },
    hosting: () => {
      hosting ??= import('./wiring.ts').then(({ hostingIn }) =>
        hostingIn(world, project, { handlers, mode: opening.mode }),
      )
      return hosting
    },
  }
}

/**
 * What the running sigma hosts is played as it was configured when it began. An agent must not wait for the run that it
 * works for, nor decide in it.
 */
async function checked(world: World, session: Session, { configuration }: SessionSpec): Promise<Session> {
  if (session.isHost) return session
  if (isAgents(world)) {
    await session[Symbol.asyncDispose]()
    throw withinAgent()
  }
  if (session.host.configuration !== configuration) talk(world, otherConfigurationText(session.host))
  return session
}
