import { inspect, openReader, type RunProof, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { counted } from '../render/columns.ts'
import { findRuns } from '../runs/runs.ts'

/** What was looked at, and how it was found. */
export interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly saw: string
  readonly hint: string | null
  /** Nothing was looked at: neither good nor bad. */
  readonly untried?: true
}

export const recordsName = 'data folder'

/** Proves what was recorded in the data folder, or the runs that a word means: a line for all, or one for each fault. */
export function provedRecords(folder: string, word?: string): readonly Finding[] {
  try {
    const only = word === undefined ? undefined : named(folder, word)
    const { faults, runs } = inspect({ folder, protocols: kits, only })
    const wrong = [...faults, ...runs.flatMap(({ fault }) => fault ?? [])]
    return wrong.length === 0
      ? [line(true, seen(runs), null)]
      : wrong.map(({ message, hint }) => line(false, message, hint))
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    if (error.code === 'store-missing') return [line(true, 'nothing recorded yet', null)]
    return [line(false, error.message, error.hint)]
  }
}

function named(folder: string, word: string): readonly string[] {
  using reader = openReader({ folder })
  return findRuns(reader, word).map(({ run }) => run)
}

const line = (ok: boolean, saw: string, hint: string | null): Finding => ({ what: recordsName, ok, saw, hint })

function seen(runs: readonly RunProof[]): string {
  const events = runs.reduce((sum, run) => sum + run.events, 0)
  const unstepped = runs.filter((run) => run.unstepped).map(({ run }) => run)
  const proved = `${counted(runs.length, 'run')} with ${counted(events, 'event')}: chains and replays hold`
  return unstepped.length === 0
    ? proved
    : `${proved}; not replayed, their protocol is not known: ${unstepped.join(', ')}`
}
