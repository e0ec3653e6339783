/** A refactoring in numbers: the cycle's files before and after it, and what its modules offer (SIG-44, SIG-45). */
import type { Checkouts } from '@sigma/engine'
import {
  all,
  type Bench,
  type Comparison,
  cannotJudge,
  exportChanges,
  exportFindings,
  isCode,
  listed,
  type Measures,
  measure,
  noReasons,
  type Reasons,
  refuse,
  rises,
  sortingOf,
} from '@sigma/measuring'
import type { Finding, JsonObject } from '@sigma/protocol'
import type { RefactorParameters } from '../machine/gate-parameters.ts'

export interface Refactored {
  readonly reasons: Reasons
  readonly measures: Comparison
  /** What got worse because it was asked for: told, not refused. */
  readonly rose: readonly Finding[]
}

/** `base`: the commit that the cycle began with; null: not known. `bench` holds `commit`. */
export async function refactored(
  checkouts: Checkouts,
  bench: Bench,
  { project, before, of, asked }: RefactorParameters,
  { base, commit }: { readonly base: string | null; readonly commit: string },
): Promise<Refactored> {
  const { isTest, isSource } = sortingOf(project)
  const isMeasured = (path: string): boolean => isCode(path) && (of === 'tests' ? isTest(path) : isSource(path))
  const now = (await checkouts.diff(before.commit, commit)).map(({ path }) => path).filter(isMeasured)
  const earlier =
    base === null ? [] : (await checkouts.diff(base, before.commit)).map(({ path }) => path).filter(isMeasured)
  const files = [...new Set([...earlier, ...now])]
  const [was, is] = [await textsAt(checkouts, before.commit, files), await textsAt(checkouts, commit, files)]
  // A file that only one version can be read of says nothing about the other.
  const { unread } = measure(was)
  const readable = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].filter(([file]) => !unread.includes(file)))
  const measures: Comparison = { of, before: measure(readable(was)), after: measure(readable(is)) }
  // Tests may say the same thing twice to be plain; it is told, not refused.
  const isJudged = of === 'implementation'
  const rose = isJudged ? rises(measures) : []
  const reasons = all(
    asked === true ? noReasons : refuse(...rose),
    // What modules offer is a matter of plan and design: no reviewer's word changes it.
    isJudged ? await offered(checkouts, bench, { before: before.commit, base }, now) : noReasons,
    measures.after.unread.length > 0 ? cannotJudge(unmeasured(measures.after.unread)) : noReasons,
  )
  return { reasons, measures, rose: asked === true ? rose : [] }
}

/** What modules that were there before offer; what the cycle itself brought in is its own affair. */
async function offered(
  checkouts: Checkouts,
  bench: Bench,
  { before, base }: { readonly before: string; readonly base: string | null },
  changed: readonly string[],
): Promise<Reasons> {
  if (changed.length === 0) return noReasons
  const all = await bench.texts(bench.sourceFiles)
  const passesOn = (text: string): boolean => /\bexport\b[^;]*\bfrom\b/.test(text)
  const after = new Map([...all].filter(([file, text]) => changed.includes(file) || passesOn(text)))
  const then = new Map([...after].filter(([file]) => !changed.includes(file)))
  for (const [file, text] of await textsAt(checkouts, before, changed)) then.set(file, text)
  const changes = exportChanges(then, after)
  if (changes.length === 0 || base === null) return refuse(...exportFindings(changes))
  const first = await textsAt(checkouts, base, [...then.keys()])
  const keysOf = (found: ReturnType<typeof exportChanges>): ReadonlySet<string> =>
    new Set(found.map(({ file, name }) => `${file} ${name}`))
  const known = keysOf(exportChanges(first, new Map()))
  // What is put back as the cycle found it was changed before, by this cycle.
  const other = keysOf(exportChanges(first, after))
  const isOther = (key: string): boolean => known.has(key) && other.has(key)
  return refuse(...exportFindings(changes.filter(({ file, name }) => isOther(`${file} ${name}`))))
}

async function textsAt(checkouts: Checkouts, commit: string, files: readonly string[]): Promise<Map<string, string>> {
  const decoder = new TextDecoder()
  const texts = new Map<string, string>()
  for (const file of files) {
    const content = await checkouts.read(commit, file)
    if (content !== null) texts.set(file, decoder.decode(content))
  }
  return texts
}

const unmeasured = (files: readonly string[]): Finding => ({
  rule: 'measures-unknown',
  message: `It cannot be told how hard ${listed(files)} ${files.length === 1 ? 'is' : 'are'} to follow: no JavaScript or TypeScript that Sigma can read.`,
  remedy: 'Write what the parser takes, less deeply nested, in files of less than a megabyte.',
})

/** For people: the numbers of both sides, one below the other. */
export function dataOfMeasures({ before, after }: Comparison): JsonObject {
  return { measuredFiles: after.files.slice(0, 50), measures: { before: numbersOf(before), after: numbersOf(after) } }
}

const numbersOf = ({ decisions, cognitive, duplicated, worst }: Measures): JsonObject => ({
  decisions,
  cognitive,
  duplicatedTokens: duplicated,
  worst: worst === null ? null : `${worst.place}: ${worst.cyclomatic} ways, cognitive ${worst.cognitive}`,
})
