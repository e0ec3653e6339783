/**
 * A command that was decided to end well, and within a time. It runs in a fresh checkout, confined as tests are. Its time is
 * the best of three runs, less what a program that does nothing takes in the same place: nothing of Sigma's own counts.
 */
import { bounded, type CheckRun, cannotJudge, noReasons, type Reasons, refuse, runChecks } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { DecisionCheck } from '../machine/calls.ts'
import { byAPerson, type Seen, type Work } from './checked.ts'

type CommandCheck = Extract<DecisionCheck, { readonly kind: 'command' }>

/** Of one run of a command that was given no time of its own. */
const mostMs = 600_000
/** A command that takes so much longer than it may is ended. */
const overdueMs = 60_000
const mostRuns = 3
/** What there is on every machine. */
const nothing = '/bin/sh -c :'

export async function command(check: CommandCheck, { world, commit, signal, acts }: Work): Promise<Seen> {
  acts(`running ${bounded(check.command, 80)}`)
  const limitMs = Math.min(mostMs, (check.withinMs ?? mostMs) + overdueMs)
  await using checkout = await world.checkouts.open({ commit })
  const run = async (words: string): Promise<CheckRun> => {
    const [ran] = await runChecks(world.processes, checkout, { folder: '', checkLimitMs: limitMs }, [words], signal)
    if (ran === undefined) throw new Error('a command that was to be run was not run')
    return ran
  }
  const commandRuns = [await run(check.command)]
  const emptyRuns: CheckRun[] = []
  const measured = (): number => Math.max(0, shortest(commandRuns) - (emptyRuns.length === 0 ? 0 : shortest(emptyRuns)))
  const isSlow = (): boolean => measured() > (check.withinMs ?? Number.POSITIVE_INFINITY)
  while (commandRuns.length < mostRuns && commandRuns.every(({ outcome }) => outcome === 'passed') && isSlow()) {
    emptyRuns.push(await run(nothing))
    commandRuns.push(await run(check.command))
  }
  return {
    check,
    reasons: judged(check, commandRuns, { limitMs, ms: isSlow() ? measured() : null }),
    by: {
      runs: commandRuns.map(({ outcome, why, exit, durationMs }) => ({ outcome, why, exit, durationMs })),
      empty: emptyRuns.map(({ durationMs }) => durationMs),
      ms: measured(),
      printed: bounded(commandRuns.at(-1)?.printed ?? '', 4_000),
    },
  }
}

const shortest = (runs: readonly CheckRun[]): number => Math.min(...runs.map(({ durationMs }) => durationMs))

interface Times {
  readonly limitMs: number
  /** What the command takes, where that is too long; null: it is not. */
  readonly ms: number | null
}

function judged(check: CommandCheck, runs: readonly CheckRun[], { limitMs, ms }: Times): Reasons {
  const failing = runs.find(({ outcome }) => outcome === 'failed')
  if (failing !== undefined) return refuse(failed(check, failing))
  const unable = runs.find(({ outcome }) => outcome === 'cannot-run')
  const isOverdue = unable !== undefined && unable.durationMs >= limitMs && check.withinMs !== null
  if (unable !== undefined && !isOverdue) return cannotJudge(cannotRun(check, unable))
  return ms === null ? noReasons : refuse(slow(check, ms))
}

const failed = ({ command }: CommandCheck, { exit, printed }: CheckRun): Finding => ({
  rule: 'decided-command-failed',
  message: `It was decided that \`${command}\` ends well, and it ends with ${exit}. It prints:\n${bounded(printed, 1_000)}`,
  remedy: `Change the work so that it ends well. ${byAPerson}`,
})

const slow = ({ command, withinMs }: CommandCheck, ms: number): Finding => ({
  rule: 'decided-command-slow',
  message: `It was decided that \`${command}\` ends within ${withinMs} ms; the best of ${mostRuns} runs takes ${ms} ms.`,
  remedy: `Make it quicker. ${byAPerson}`,
})

const cannotRun = ({ command }: CommandCheck, { why }: CheckRun): Finding => ({
  rule: 'decided-command-unknown',
  message: `It was decided that \`${command}\` ends well, which cannot be judged: ${why ?? 'it cannot be run'}.`,
  remedy: `Let the repository have what the command needs, without a shell. ${byAPerson}`,
})
