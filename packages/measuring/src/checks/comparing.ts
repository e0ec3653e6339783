/**
 * Whether what a check prints on the work can be held against what it printed before. One that failed before is easily
 * switched off: by work on which the tool breaks, so that it finds nothing at all.
 */
import { listed } from '../text.ts'
import type { CheckRun } from './check-run.ts'
import { grown, withoutNumbers } from './printed.ts'
import type { PrintedLine } from './printed-line.ts'

export interface PrintedRun {
  readonly run: CheckRun
  readonly lines: readonly PrintedLine[]
}

/** `broken`: the work keeps the check from saying what it said. `unclear`: nobody can tell. `says` is a sentence, or a part of one. */
export type Comparison =
  | { readonly kind: 'comparable' }
  | { readonly kind: 'broken' | 'unclear'; readonly says: string }

/** Of a check that failed before. */
export function compared(before: PrintedRun, after: PrintedRun, changed: ReadonlySet<string>): Comparison {
  if (after.run.outcome === 'cannot-run') return { kind: 'broken', says: 'It ran before this work.' }
  const [had, has] = [filesOf(before), filesOf(after)]
  if (had.size > 0 && has.size === 0)
    return { kind: 'broken', says: 'Before this work it said what is wrong with which file, and it does so no more.' }
  if (!(before.run.isWhole && after.run.isWhole)) return { kind: 'unclear', says: 'its output is not whole' }
  const others = otherWords(before, after)
  const endsOtherwise = after.run.exit !== before.run.exit
  const isBroken = (endsOtherwise && others.length > 0) || others.some((text) => ofBreaking.test(text))
  const silent = [...had].filter((file) => !has.has(file) && !changed.has(file))
  if (silent.length > 0) {
    const files = `${listed(silent, 5)}, which this work did not change`
    return isBroken || endsOtherwise || others.length > 0
      ? { kind: 'broken', says: `What it found before in ${files}, it says no more, though it fails.` }
      : { kind: 'unclear', says: `it says nothing any more of ${files}` }
  }
  if (isBroken) return { kind: 'broken', says: 'It failed before this work too, but did not break off.' }
  return others.length > 0 && grown(before.lines, after.lines).length === 0
    ? { kind: 'unclear', says: 'it prints something else, which names no file' }
    : { kind: 'comparable' }
}

const filesOf = ({ lines }: PrintedRun): ReadonlySet<string> =>
  new Set(lines.flatMap(({ files, isFinding }) => (isFinding ? files : [])))

/** Lines that are no findings, and that it did not print before: a tool that breaks says so. */
function otherWords(before: PrintedRun, after: PrintedRun): readonly string[] {
  const known = new Set(['', ...before.lines.map(({ text }) => plain(text))])
  return after.lines.flatMap(({ text, isNaming }) => (isNaming || known.has(plain(text)) ? [] : [text]))
}

/** A trace, or words for an error that is none of a file. */
const ofBreaking = /^\s*(at .*:\d+:\d+\)?$|(\w*(error|exception)|panic\w*|fatal|uncaught|unhandled|oops)\b)/i

/** However many there are, and however long it took. */
const plain = (text: string): string =>
  withoutNumbers(text)
    .replace(/#(\.#)? ?(ms|µs|us|ns|s|m|min|minutes?|seconds?)\b/g, '#')
    .replace(/s\b/g, '')
