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
const [patienceMs, pollMs] = [20_000, 20]

export async function standBy(world: World): Promise<ExitCode> {
  const command = 'sigma serve --standby'
  const project = await openTrustedProject(world, command)
  const idleMs = project.config.limits.standby
  if (idleMs === null) return 0
  const desk = standbyDesk(world, project)
  const hosting = { ...world, stderr: desk.stderr }
  if (!(await isFree(world, project))) return 0
  await using session = await openProjectSession(hosting, project, command, {
    mode: 'standby',
    handlers: desk.handlers,
  })
  if (!session.isHost) return 0
  desk.open(session)
  const over = new AbortController()
  const signal = AbortSignal.any([world.signal, over.signal])
  void warmUp({ ...hosting, signal }, project, session).catch(() => undefined)
  await Promise.race([desk.wanted, untilUseless()])
  over.abort()
  return 0

  async function untilUseless(): Promise<void> {
    while (!signal.aborted) {
      if (session.work() === 'broken' || !existsSync(join(project.top, '.git'))) leaveAtOnce(world, session.host.pid)
      if (session.work() === 'idle' && performance.now() - desk.lastAt() >= (idleMs ?? 0)) return
      boundLog(hostLog(project.folder))
      await sleep(lookMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** The command that has the project may be over at any moment; where it takes long, it leaves another host behind itself. */
async function isFree(world: World, { folder }: Project): Promise<boolean> {
  for (let waited = 0; waited < patienceMs && !world.signal.aborted; waited += pollMs) {
    const holder = holderOf(world, folder)
    if (holder === null) return true
    if (holder.mode === 'standby') return false
    await sleep(pollMs, undefined, { signal: world.signal }).catch(() => undefined)
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
