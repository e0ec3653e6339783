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
import { openTrustedProject } from '../project/project.ts'
import type { World } from '../world.ts'
import { standbyDesk } from './desk.ts'

/** How often it looks whether it is still of use. */
const lookMs = 1_000

export async function standBy(world: World): Promise<ExitCode> {
  const command = 'sigma serve --standby'
  const project = await openTrustedProject(world, command)
  const idleMs = project.config.limits.standby
  if (idleMs === null) return 0
  const desk = standbyDesk(world, project)
  const hosting = { ...world, stderr: desk.stderr }
  await using session = await openProjectSession(hosting, project, command, {
    mode: 'standby',
    handlers: desk.handlers,
  })
  // Whoever has the project leaves another behind, where one is wanted.
  if (!session.isHost || session.host.pid === 0) return 0
  desk.open(session)
  const over = new AbortController()
  const signal = AbortSignal.any([world.signal, over.signal])
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

/**
 * Of a project that was removed, or whose store failed, nothing is left to be closed in order; and where it was made
 * anew, its socket and notes are another host's.
 */
function leaveAtOnce(world: World, pid: number): void {
  world.kill(pid, 'SIGKILL')
}
