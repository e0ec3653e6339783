/** A fix as messages: requested, acknowledged, completed, confirmed (VAL-11, VAL-12). */
import type { ValidationInput } from '../input.ts'
import type { Wording } from '../records/record.ts'
import type { Run, Specialist } from '../state.ts'
import { aboutOf, counted, entryOf } from './about.ts'
import { mainAgent, orchestrator } from './names.ts'

/** Whose the id without a specialist's name is: the first that used it (VAL-42). */
function stemOf(type: 'FIXREQ' | 'FIXDONE', { input, fixed }: Pick<Run, 'input' | 'fixed'>, one: Specialist): string {
  const stem = `${type}-${input.issue.number}-${one.iteration}`
  const owner = fixed[`${one.iteration}`] ?? one.name
  return owner === one.name ? stem : `${stem}-${one.name}`
}

export const requestStem = (run: Run, one: Specialist): string => stemOf('FIXREQ', run, one)
export const completionStem = (run: Run, one: Specialist): string => stemOf('FIXDONE', run, one)

export function fixRequest(run: Run, one: Specialist): Wording<'fix-request'> {
  const { input } = run
  return {
    kind: 'fix-request',
    stem: requestStem(run, one),
    timed: false,
    header: { from: orchestrator, to: mainAgent, priority: 'High' },
    body: {
      ...aboutOf(input, one),
      failures: one.failures,
      approach: [
        'Find the cause of each failure before you change anything.',
        'Mend the code, not the check that found it.',
        'Change as little as mends them all.',
      ],
      coverage: Math.max(0, ...input.specialists.map(({ coverage }) => coverage)),
    },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: mainAgent,
      what: 'Fix request',
      summary: `Fix ${counted(one.failures.length, 'failure')} of ${one.name}.`,
    }),
  }
}

export interface Completed {
  readonly fixes: readonly string[]
  readonly files: readonly string[]
  /** Files that the agent listed; null: it listed none. */
  readonly said: readonly string[] | null
  readonly ready: boolean
}

export function fixCompletion(
  run: Run,
  one: Specialist,
  { fixes, files, said, ready }: Completed,
): Wording<'fix-completion'> {
  return {
    kind: 'fix-completion',
    stem: completionStem(run, one),
    timed: false,
    header: { from: mainAgent, to: orchestrator, priority: 'High' },
    body: {
      ...aboutOf(run.input, one),
      fixes,
      files,
      onlySaid: (said ?? []).filter((file) => !files.includes(file)),
      unsaid: said === null ? [] : files.filter((file) => !said.includes(file)),
      ready,
    },
    entry: entryOf(one, {
      sender: mainAgent,
      recipient: orchestrator,
      what: 'Fix completion',
      summary: `${ready ? 'Fixed' : 'Not fixed'}: ${counted(files.length, 'file')} changed.`,
    }),
  }
}

export interface Acknowledged {
  readonly by: 'main agent' | 'orchestrator'
  /** Id of the message that arrived. */
  readonly message: string
  readonly words: string
}

export function acknowledgement(
  input: ValidationInput,
  one: Specialist,
  { by, message, words }: Acknowledged,
): Wording<'acknowledgement'> {
  const [from, to] = by === 'main agent' ? [mainAgent, orchestrator] : [orchestrator, mainAgent]
  return {
    kind: 'acknowledgement',
    stem: `ACK-${input.issue.number}-${one.iteration}`,
    timed: true,
    header: { from, to, priority: 'Low' },
    body: { ...aboutOf(input, one), message, words },
    entry: entryOf(one, {
      sender: from,
      recipient: to,
      what: 'Acknowledgement',
      summary: `${message} has arrived.`,
    }),
  }
}
