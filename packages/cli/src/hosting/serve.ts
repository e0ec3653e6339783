/** Hosts a project without a run of its own: until it is told to end, or in the background until nothing is left to do. */
import { addAbortListener } from 'node:events'
import { type HostMode, isStopped, holderOf as lastHolder, type Session, SigmaError } from '@sigma/engine'
import type { ExitCode } from '../errors.ts'
import { acceptedDocuments } from '../playing/accepted.ts'
import { openProjectSession } from '../playing/session.ts'
import type { Project } from '../project/place.ts'
import { openTrustedProject } from '../project/project.ts'
import { holderOf } from '../runs/holder.ts'
import { isOpen } from '../runs/runs.ts'
import { print, talk, type World } from '../world.ts'
import { alreadyHosted, hostBroken } from './errors.ts'
import { boundLog, hostLog } from './host-log.ts'

/** How long a host in the background has nothing to do before it ends, and how often it looks. */
const [lingerMs, lookMs] = [3_000, 200]

export interface Serving {
  readonly mode: Exclude<HostMode, 'command' | 'standby'>
  /** Runs that are to go on when their host ends; of a service none. */
  readonly runs: readonly string[]
}

export async function serve(world: World, { mode, runs }: Serving): Promise<ExitCode> {
  const command = mode === 'service' ? 'sigma serve' : 'sigma serve --background'
  const project = await openTrustedProject(world, command)
  const orphans = orphansOf(world, project)
  await using session = await openProjectSession(world, project, command, { mode })
  if (!session.isHost && mode === 'service') throw alreadyHosted(session.host)
  if (session.isHost)
    for (const run of wanted(session, mode, [...orphans, ...runs])) await takeUp(world, project, session, run)
  else await untilHere(world, session, runs)
  if (!session.isHost) return 0
  const { pid } = session.host
  if (mode === 'service') print(world, `Ready: process ${pid} hosts ${project.root}.`)
  else talk(world, `${timeOf(world)} Process ${pid} hosts ${project.root} in the background.`)
  await untilOver(world, project, session, mode)
  if (mode === 'background') talk(world, `${timeOf(world)} Process ${pid} ends.`)
  return 0
}

const timeOf = ({ now }: World): string => new Date(now()).toISOString()

/** The runs that a background or service host was playing when it was killed, where no host has the project now. */
function orphansOf(world: World, { folder }: Project): readonly string[] {
  const last = lastHolder(folder)
  const isPersons = last?.mode === 'background' || last?.mode === 'service'
  return !isPersons || holderOf(world, folder) !== null ? [] : last.plays
}

/** A service goes on with all that can go on; whoever stopped a run has its rest with it. */
function wanted({ reader }: Session, mode: Serving['mode'], named: readonly string[]): readonly string[] {
  const open = mode === 'service' ? reader.runs().filter((view) => isOpen(view) && view.parent === null) : []
  const all = [...new Set([...named, ...open.map(({ run }) => run).toReversed()])]
  return all.filter((run) => !isStopped(reader, run))
}

/** A run that cannot go on keeps no other from it. */
async function takeUp(world: World, project: Project, session: Session, run: string): Promise<void> {
  try {
    const view = session.reader.run(run)
    if (view === null || !isOpen(view)) return
    acceptedDocuments(project, session.reader, view)
    await session.resume(run)
    talk(world, `${run} goes on.`)
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    talk(world, `warning: ${run} does not go on: ${error.message}`)
  }
}

/** Another process plays these runs: waits until they are over, or this one has to take its place. */
async function untilHere(world: World, session: Session, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) talk(world, `${timeOf(world)} Waiting for ${runs.join(', ')} in process ${session.host.pid}.`)
  const over = new AbortController()
  const signal = AbortSignal.any([world.signal, over.signal])
  const settled = Promise.all(runs.map((run) => session.settled(run).catch(() => undefined)))
  void settled.then(() => over.abort())
  while (!session.isHost && !signal.aborted) await pause(signal)
}

/** Fails with `store-broken` where nothing can be recorded any more. */
async function untilOver(world: World, { folder }: Project, session: Session, mode: Serving['mode']): Promise<void> {
  let idleSince: number | null = null
  while (!world.signal.aborted) {
    const work = session.work()
    if (work === 'broken') throw hostBroken()
    if (work === 'busy') idleSince = null
    else idleSince ??= performance.now()
    if (mode === 'background' && idleSince !== null && performance.now() - idleSince >= lingerMs) return
    if (mode === 'background') boundLog(hostLog(folder))
    await pause(world.signal)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) return Promise.resolve()
  const timer = setTimeout(resolve, lookMs)
  const listening = addAbortListener(signal, () => resolve())
  return promise.finally(() => {
    clearTimeout(timer)
    listening[Symbol.dispose]()
  })
}
