import { type Asking, type Holder, type RunResult, SigmaError, stopRuns } from '@sigma/engine'
import { printResult, withResult } from '../command-line/result.ts'
import { notTheOnePlayed, stopTimedOut, withinAgent } from '../errors.ts'
import { isAgents, personOf } from '../people/person.ts'
import type { Played } from '../playing/play.ts'
import { locate } from '../project/place.ts'
import { chooseRun, latestRun } from '../runs/chosen-run.ts'
import { holderOf } from '../runs/holder.ts'
import { unfinishedRuns } from '../runs/proposals.ts'
import { runReaderOf } from '../runs/reader.ts'
import { rootOf } from '../runs/runs.ts'
import { isPlayed } from '../runs/standing.ts'
import { talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { silentFlag, someRun } from './flags.ts'

const flags = { json: silentFlag }

export const stopCommand = command({
  brief: 'Stop a run that is being played, so that `sigma resume` goes on',
  about:
    'Stops the run that is named, and leaves the others alone; without a name all that are being played. A stopped run goes on with `sigma resume`; whoever waited for it ends with 130.',
  flags,
  takes: [someRun('Run or module', 'run', unfinishedRuns)],
  plays: ({ world }, flags, run) => withResult(world, flags, () => stop(world, flags, run)),
})

type Flags = FlagsOf<typeof flags>

/** A host that is asked to stop a run ends its agents first; theirs is the grace, this is more than that. */
const patienceMs = 60_000
/** A host that has not answered by then may be paused: it is woken, for it cannot end a run in its sleep. */
const answerMs = 3_000
const pollMs = 50

/**
 * Ends what the run is doing, whichever process does it; a process that has nothing else to play then ends. Succeeded
 * means that nothing plays it now, so the exit code is 0; the Result tells how the run itself stands.
 */
async function stop(world: World, flags: Flags, word: string | undefined): Promise<Played> {
  const { folder } = locate(world)
  const holder = holderOf(world, folder)
  if (word === undefined && holder?.mode === 'standby') {
    await endHost(world, folder, holder)
    return { result: resultOf(folder, latestIn(folder)), exit: 0 }
  }
  const chosen = chosenRuns(folder, word, holder)
  if (word === undefined && holder?.mode === 'background' && chosen.played.length === 0)
    await endHost(world, folder, holder)
  if (holder === null || chosen.played.length === 0) {
    if (word !== undefined && holder !== null && holder.plays.length > 0)
      throw notTheOnePlayed(chosen.run, holder.command)
    talk(world, `${chosen.run} is not running.`)
    return { result: resultOf(folder, chosen.run), exit: 0 }
  }
  if (isAgents(world)) throw withinAgent()
  talk(world, `Stopping ${chosen.played.join(', ')} in process ${holder.pid} …`)
  await stopIn(world, folder, holder, word === undefined ? null : chosen.run)
  if (word === undefined && holder.mode === 'background') await endHost(world, folder, holder)
  const results = chosen.played.map((run) => resultOf(folder, run))
  for (const result of results) talk(world, endText(result))
  for (const result of results.slice(0, -1)) printResult(world, flags, result)
  return { result: results.at(-1) ?? resultOf(folder, chosen.run), exit: 0 }
}

/** The run may already have ended. */
const endText = ({ run, outcome }: RunResult): string =>
  outcome === 'halted' || outcome === 'waiting' ? `${run} is stopped.\nhint: sigma resume ${run}` : `${run} has ended.`

/** A host in the background is there for runs alone. Fails with `stop-timed-out`, `within-agent`. */
async function endHost(world: World, folder: string, { pid }: Holder): Promise<void> {
  if (isAgents(world)) throw withinAgent()
  const deadline = world.now() + patienceMs
  if (holderOf(world, folder)?.pid === pid) world.kill(pid, 'SIGTERM')
  while (holderOf(world, folder)?.pid === pid) {
    if (world.now() > deadline) throw stopTimedOut(pid)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  talk(world, `Process ${pid} has ended, which hosted this project in the background.`)
}

/** A host that can't be talked to, another version among them, is asked by a signal to end, with all it plays. */
async function stopIn(world: World, folder: string, { pid, socket }: Holder, run: string | null): Promise<void> {
  const deadline = world.now() + patienceMs
  let signalled = false
  while (holderOf(world, folder)?.pid === pid) {
    if (world.now() > deadline) throw stopTimedOut(pid)
    const signal = AbortSignal.any([world.signal, AbortSignal.timeout(answerMs)])
    const asked =
      socket === null ? 'unreachable' : await askToStop({ folder, command: 'sigma stop', signal }, run, world)
    if (asked === 'stopped') return
    if (asked === 'unreachable' && !signalled) signalled = world.kill(pid, 'SIGTERM')
    if (signal.aborted) world.kill(pid, 'SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

async function askToStop(
  asking: Asking,
  run: string | null,
  world: World,
): Promise<'stopped' | 'no answer' | 'unreachable'> {
  try {
    return (await stopRuns(asking, run, personOf(world))) === null ? 'no answer' : 'stopped'
  } catch (error) {
    if (error instanceof SigmaError && error.code === 'session-version') return 'unreachable'
    throw error
  }
}

/** The run that is meant, and of those that are meant the ones that are being played: all, where none is named. */
function chosenRuns(folder: string, word: string | undefined, holder: Holder | null) {
  using reader = runReaderOf(folder)
  const [first] = holder?.plays ?? []
  if (word === undefined && first !== undefined) {
    const played = [...new Set((holder?.plays ?? []).map((run) => rootOf(reader, run)))]
    return { run: played[0] ?? first, played }
  }
  const view = chooseRun(reader, word, 'stop')
  return { run: view.run, played: isPlayed(view, holder) ? [view.run] : [] }
}

function latestIn(folder: string): string {
  using reader = runReaderOf(folder)
  return latestRun(reader).run
}

function resultOf(folder: string, run: string): RunResult {
  using reader = runReaderOf(folder)
  return reader.result(run)
}
