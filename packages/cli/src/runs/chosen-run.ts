import type { Reader, RunView } from '@sigma/engine'
import { noRuns, severalUnfinished } from '../errors.ts'
import { beginLine } from './begin-line.ts'
import { findRuns, isUnfinished } from './runs.ts'

/**
 * The run that a command means: the one named, else the only unfinished one, else the latest. One that has ended is
 * given as well: a command that was to bring it there and died has then nothing left but to say so.
 */
export function chooseRun(reader: Reader, word: string | undefined): RunView {
  const runs = word === undefined ? reader.runs() : findRuns(reader, word)
  const unfinished = runs.filter(isUnfinished)
  if (word === undefined && unfinished.length > 1) throw severalUnfinished(unfinished.map(({ run }) => run))
  const run = unfinished[0] ?? runs[0]
  if (run === undefined) throw noRuns(beginLine())
  return run
}

/** The run that is to be shown: the newest that the word means, else the latest. Fails with `no-runs`, `no-such-run`. */
export function shownRun(reader: Reader, word: string | undefined): RunView {
  const [run] = word === undefined ? reader.runs() : findRuns(reader, word)
  if (run === undefined) throw noRuns(beginLine())
  return run
}
