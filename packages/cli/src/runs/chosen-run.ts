import type { Kit, Reader, RunView } from '@sigma/engine'
import { noRuns, otherProtocol, severalUnfinished } from '../errors.ts'
import { talk, type World } from '../world.ts'
import { beginLine } from './begin-line.ts'
import { findRuns, isUnfinished, rootOf } from './runs.ts'

/**
 * The run that a command means: the one named, or the one that this is a part of; else the only unfinished one, else the latest. One that has ended is
 * given as well: a command that was to bring it there and died has then nothing left but to say so. A name that
 * unfinished runs of several protocols share is not guessed at.
 */
export function chooseRun(reader: Reader, word: string | undefined, command: 'resume' | 'stop'): RunView {
  const named = word === undefined ? reader.runs() : findRuns(reader, word)
  const roots = new Set(named.map(({ run }) => rootOf(reader, run)))
  const runs = [...roots].flatMap((root) => reader.run(root) ?? [])
  const unfinished = runs.filter(isUnfinished)
  const meant = word === undefined ? unfinished : newestOfEach(unfinished)
  if (meant.length > 1)
    throw severalUnfinished(
      meant.map(({ run }) => run),
      command,
    )
  const run = unfinished[0] ?? runs[0]
  if (run === undefined) throw noRuns(beginLine())
  return run
}

/** The run that began last. Fails with `no-runs`. */
export function latestRun(reader: Reader): RunView {
  const [run] = reader.runs()
  if (run === undefined) throw noRuns(beginLine())
  return run
}

/**
 * The run that is to be shown: the newest that the word means, else the latest; where runs of other protocols have that
 * name, too, it says so. Of these `fits` is taken where there is one. Fails with `no-runs`, `no-such-run`.
 */
export function shownRun(
  world: World,
  reader: Reader,
  word: string | undefined,
  fits: (run: RunView) => boolean = () => true,
): RunView {
  const named = newestOfEach(word === undefined ? whole(reader).slice(0, 1) : findRuns(reader, word))
  const run = named.find(fits) ?? named[0]
  if (run === undefined) throw noRuns(beginLine())
  const others = named.filter((each) => each !== run)
  if (others.length > 0)
    talk(world, `"${word}" is taken as ${nameOf(run)}; it may also mean ${others.map(nameOf).join(', ')}.`)
  return run
}

/** The run that a kit's command means, of its own protocol alone. Fails with `other-protocol`, `no-such-run`. */
export function runOfKit(reader: Reader, word: string, { name }: Pick<Kit, 'name'>, command: string): RunView {
  const found = findRuns(reader, word)
  const own = found.filter(({ protocol }) => protocol === name)
  const run = own.find(isUnfinished) ?? own[0] ?? found[0]
  if (run === undefined) throw noRuns(beginLine())
  if (run.protocol !== name) throw otherProtocol(command, name, run.run, run.protocol)
  return run
}

/** Of each protocol the first; they come newest first. */
export const newestOfEach = (runs: readonly RunView[]): readonly RunView[] =>
  runs.filter(({ protocol }, at) => runs.findIndex((each) => each.protocol === protocol) === at)

const nameOf = ({ run, protocol }: RunView): string => `${run} (${protocol})`

/** Runs that are no part of another. */
const whole = (reader: Reader): readonly RunView[] => reader.runs().filter(({ parent }) => parent === null)
