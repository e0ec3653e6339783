/** Which old tests may be gone, or be others, when RED is judged: those that the plan replaces, and those under another name. */
import { type Checkouts, createMatcher, nearest } from '@sigma/engine'
import { type Bench, type Meant, nothingMeant, renamedIn, type TestChange, type TestRun } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import { replacesUnknownRule } from '../machine/baseline.ts'
import type { BaselineParameters, RedParameters } from '../machine/gate-parameters.ts'

export interface Replaces {
  /** Ids of old tests that the plan names. */
  readonly ids: ReadonlySet<string>
  /** Does the plan name the whole file? */
  readonly isWhole: (file: string) => boolean
  /** Does a change of what tests demand concern only tests that the plan names? */
  readonly isAbout: (change: Pick<TestChange, 'file' | 'test'>) => boolean
}

/** Of a test that is written once and run many times, all must be named. */
export function replacesOf({ replaces = [] }: Pick<RedParameters, 'replaces'>, before: TestRun): Replaces {
  const entries = replaces.map(({ files, test }) => ({ isIn: createMatcher([files]), test }))
  const isNamed = ({ id, file }: { readonly id: string; readonly file: string }): boolean =>
    entries.some(({ isIn, test }) => isIn(file) && (test === null || samePlace(id, `${file} › ${test}`)))
  const named = before.tests.filter(isNamed)
  const ids = new Set(named.map(({ id }) => id))
  const isWhole = (file: string): boolean => entries.some(({ isIn, test }) => test === null && isIn(file))
  return {
    ids,
    isWhole,
    isAbout: ({ file, test }) => {
      const own = before.tests.filter((each) => each.file === file)
      const meant = own.filter(({ id }) => id === `${file} › ${test}`)
      const among = meant.length > 0 ? meant : own.filter(({ names }) => madeBy(test).test(names.join(' › ')))
      const all = among.length > 0 ? among : own
      return all.length === 0 ? isWhole(file) : all.every(({ id }) => ids.has(id))
    },
  }
}

/** A person may write `>` for `›`, whichever of them stands in a name. */
function samePlace(one: string, other: string): boolean {
  const plain = (place: string): string => place.replace(/ [>›] /g, ' › ')
  return plain(one) === plain(other)
}

/** Names that a name with places to be filled stands for: `adds %i`, `adds $a`, `` `adds ${a}` ``. */
function madeBy(written: string): RegExp {
  const pieces = written.replace(/^`|`$/g, '').split(/%[sdifjoc#$%]|\$\{[^}]*\}|\$[\w.]+/)
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')}$`)
}

interface Sides {
  readonly before: TestRun
  readonly after: TestRun
  readonly replaces: Replaces
}

/** `from`: the commit of `before`; the bench holds what is judged. */
export async function meantIn(
  checkouts: Checkouts,
  from: string,
  bench: Bench,
  { before, after, replaces }: Sides,
): Promise<Meant> {
  if (before.problem !== null || after.problem !== null) return nothingMeant
  const renamed = await renamedIn(checkouts, from, bench, { before, after })
  const now = new Set([...after.tests.map(({ id }) => id), ...renamed.map((each) => each.from)])
  return { replaced: [...replaces.ids].filter((id) => !now.has(id)), renamed }
}

/** Entries of a plan that name nothing at the commit that the run begins from, each with the nearest that is there. */
export function unknownReplaces(
  replaces: NonNullable<BaselineParameters['replaces']>,
  run: TestRun,
  files: readonly string[],
): readonly Finding[] {
  return replaces.flatMap(({ cycle, tests }) =>
    tests.flatMap((entry): readonly Finding[] => {
      const { ids } = replacesOf({ replaces: [entry] }, run)
      const isIn = createMatcher([entry.files])
      if (ids.size > 0 || (entry.test === null && files.some(isIn))) return []
      const path = entry.files.replace(/\\(.)/g, '$1')
      const named = entry.test === null ? path : `${path} › ${entry.test}`
      const known = entry.test === null ? files : run.tests.map(({ id }) => id)
      const like = nearest(named, known)
      const message = `Cycle ${cycle} replaces ${named}, which is not there${like === null ? '.' : `; did you mean ${like}?`}`
      return [{ rule: replacesUnknownRule, message, remedy: 'Correct the entry in the plan, then start a new run.' }]
    }),
  )
}
