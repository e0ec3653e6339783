/**
 * A host that stands by after a command that talked with a run: it keeps the project open and plays such commands for
 * processes without Sigma's code, until it was idle for long enough or any other process is to have the project. It
 * plays no agents and joins nobody.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExitCode } from '../errors.ts'
import { boundLog, hostLog } from '../hosting/host-log.ts'
import { openProjectSession } from '../playing/session.ts'
import type { Project } from '../project/place.ts'
import { openTrustedProject } from '../project/project.ts'
import { holderOf } from '../runs/holder.ts'
import type { World } from '../world.ts'
import { standbyDesk } from './desk.ts'
import { warmUp } from './warm-up.ts'

/** How often it looks whether it is still of use. */
const lookMs = 1_000
const [patienceMs, takeMs, pollMs, longestPollMs] = [20_000, 2_000, 20, 250]
const command = 'sigma serve --standby'

export async function standBy(world: World): Promise<ExitCode> {
  const project = await openTrustedProject(world, command)
  const idleMs = project.config.limits.standby
  if (idleMs === null) return 0
  if (!(await isFree(world, project, patienceMs, true))) return 0
  for (const hosting: Hosting = { idleMs, isWarm: false }; await hosted(world, project, hosting); )
    // As long as agents take, for it was given back to have them work.
    if (!(await isFree(world, project, idleMs, false))) return 0
  return 0
}

interface Hosting {
  readonly idleMs: number
  /** The process has come to the end of its warming up, in this hosting or an earlier one. */
  isWarm: boolean
}

/** Until it is of no use, or makes way. True: only for a line that it gave back. */
async function hosted(world: World, project: Project, hosting: Hosting): Promise<boolean> {
  const { idleMs, isWarm } = hosting
  const desk = standbyDesk(world, project)
  const own = { ...world, stderr: desk.stderr }
  await using session = await openProjectSession(own, project, command, {
    mode: 'standby',
    handlers: desk.handlers,
  })
  if (!session.isHost) return false
  desk.open(session)
  const over = new AbortController()
  const signal = AbortSignal.any([world.signal, over.signal])
  warmUp({ ...own, signal }, project, session, isWarm).then(
    () => {
      hosting.isWarm = true
    },
    () => undefined,
  )
  const wanted = await Promise.race([desk.wanted, untilUseless()])
  over.abort()
  return wanted?.returns === true

  async function untilUseless(): Promise<null> {
    while (!signal.aborted) {
      if (session.work() === 'broken' || !isThere(project)) leaveAtOnce(world, session.host.pid)
      if (session.work() === 'idle' && performance.now() - desk.lastAt() >= idleMs) return null
      boundLog(hostLog(project.folder))
      await sleep(lookMs, undefined, { signal }).catch(() => undefined)
    }
    return null
  }
}

const isThere = ({ top }: Project): boolean => existsSync(join(top, '.git'))

/**
 * The command that has the project may be over at any moment; where it takes long, it leaves another host behind itself.
 * `isTaken`: false where a command is only about to have the project.
 */
async function isFree(world: World, project: Project, forMs: number, isTaken: boolean): Promise<boolean> {
  const began = performance.now()
  let wasTaken = isTaken
  for (let waitedMs = 0; waitedMs < forMs && isThere(project); waitedMs = performance.now() - began) {
    const holder = holderOf(world, project.folder)
    if (world.signal.aborted || holder?.mode === 'standby') return false
    wasTaken ||= holder !== null || waitedMs > takeMs
    if (holder === null && wasTaken) return true
    const pauseMs = Math.min(longestPollMs, pollMs + waitedMs / 100)
    await sleep(pauseMs, undefined, { signal: world.signal }).catch(() => undefined)
  }
  return false
}

/**
 * Of a project that was removed, or whose store failed, nothing is left to be closed in order; and where it was made
 * anew, its socket and notes are another host's.
 */
function leaveAtOnce(world: World, pid: number): void {
  world.kill(pid, 'SIGKILL')
}
