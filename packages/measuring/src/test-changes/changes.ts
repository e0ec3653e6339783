/** Changes between two versions of tests, test by test, in terms of what they demand. */
import { z } from 'zod'
import type { ReadBy } from '../schema.ts'
import type { Asserted, Called } from './asserted-in.ts'
import { isWeaker } from './strength.ts'
import type { WrittenTest } from './written-tests.ts'

export const testChangeSchema = z.object({
  file: z.string(),
  test: z.string(),
  /**
   * `dropped`, `weakened`, `changed`, `added`: an assertion. `gone`, `new`, `renamed`, `emptied`, `off`, `focused`: the test.
   * `unread`: one of the versions cannot be parsed.
   */
  kind: z.enum([
    'dropped',
    'weakened',
    'changed',
    'added',
    'gone',
    'new',
    'renamed',
    'emptied',
    'off',
    'focused',
    'unread',
  ]),
  /** As written; null where there was or is nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type TestChange = ReadBy<typeof testChangeSchema>
export type ChangeKind = TestChange['kind']

/** `before` and `after` hold the tests of the files that differ. */
export function changesOf(before: readonly WrittenTest[], after: readonly WrittenTest[]): readonly TestChange[] {
  const { pairs, gone, fresh } = matched(before, after)
  const pool = new Pool(after)
  // First what is the same in the same test, so that nothing else takes it.
  const open = pairs.map(({ old, now }) => ({
    old,
    now,
    lost: old.asserted.filter((each) => isOn(old) && !pool.take(now, each)),
  }))
  return [
    ...open.flatMap(({ old, now, lost }) => [
      ...aboutTest(old, now),
      ...lost.flatMap((each) => fateOf(each, old, now, pool)),
      ...(isOn(now) ? callsLost(old, now, pool) : []),
    ]),
    ...gone.flatMap((old) => goneTest(old, fresh, pool)),
    ...fresh.map((now): TestChange => ({ file: now.file, test: now.name, kind: 'new', before: null, after: null })),
    ...pairs.flatMap(({ now }) => pool.left(now).map((each) => about(now, 'added', null, each.text))),
  ]
}

const isOn = ({ mode }: WrittenTest): boolean => mode === 'runs' || mode === 'focused'

const about = (
  { file, name }: WrittenTest,
  kind: ChangeKind,
  before: string | null,
  after: string | null,
): TestChange => ({
  file,
  test: name,
  kind,
  before,
  after,
})

interface Matching {
  readonly pairs: readonly { readonly old: WrittenTest; readonly now: WrittenTest }[]
  readonly gone: readonly WrittenTest[]
  readonly fresh: readonly WrittenTest[]
}

/** By name, then by body, then by name in another file, then by most of what they assert. */
function matched(before: readonly WrittenTest[], after: readonly WrittenTest[]): Matching {
  const pairs: { old: WrittenTest; now: WrittenTest }[] = []
  let gone = [...before]
  const fresh = new Set(after)
  const ways: readonly ((test: WrittenTest) => string | null)[] = [
    ({ file, name }) => `${file} ${name}`,
    ({ body }) => (body === '' ? null : body),
    ({ name }) => name,
    ({ asserted }) =>
      asserted.length === 0
        ? null
        : asserted
            .map(({ demand }) => demand)
            .sort()
            .join('\n'),
    ({ file, asserted }) => (asserted[0] === undefined ? null : `${file} ${asserted[0].subject}`),
  ]
  for (const wayOf of ways) {
    const byWay = new Map<string, WrittenTest>()
    for (const now of fresh) {
      const way = wayOf(now)
      if (way !== null && !byWay.has(way)) byWay.set(way, now)
    }
    gone = gone.filter((old) => {
      const way = wayOf(old)
      const now = way === null ? undefined : byWay.get(way)
      if (way === null || now === undefined) return true
      byWay.delete(way)
      fresh.delete(now)
      pairs.push({ old, now })
      return false
    })
  }
  return { pairs, gone, fresh: [...fresh] }
}

/** Assertions of the later version, each to be accounted for once. */
class Pool {
  readonly #open: Map<WrittenTest, Set<Asserted>>
  /** Not taken yet. */
  readonly #byDemand: ReadonlyMap<string, Stand[]>
  readonly #taken = new Map<string, Asserted>()

  readonly #calls: ReadonlySet<string>

  constructor(tests: readonly WrittenTest[]) {
    this.#calls = new Set(tests.filter(isOn).flatMap(({ calls }) => calls.map(({ meaning }) => meaning)))
    const stands = tests
      .filter(isOn)
      .map((test) => [test, test.asserted.filter(({ isConstant }) => !isConstant)] as const)
    this.#open = new Map(stands.map(([test, asserted]) => [test, new Set(asserted)]))
    const each = stands.flatMap(([test, asserted]) => asserted.map((one): Stand => ({ test, asserted: one })))
    this.#byDemand = Map.groupBy(each, ({ asserted }) => asserted.demand)
  }

  left(test: WrittenTest): readonly Asserted[] {
    return [...(this.#open.get(test) ?? [])]
  }

  /** The same demand in this test; null: in any, moved, or left once where it stood twice. */
  take(test: WrittenTest | null, wanted: Asserted): boolean {
    const stands = this.#byDemand.get(wanted.demand) ?? []
    const at = stands.findIndex((each) => (test ?? each.test) === each.test && !isWeaker(wanted, each.asserted))
    const [free] = at < 0 ? [] : stands.splice(at, 1)
    if (free !== undefined && this.#open.get(free.test)?.delete(free.asserted)) {
      this.#taken.set(wanted.demand, free.asserted)
      return true
    }
    // The same assertion on a call says no more twice than once; a bare name may be another thing elsewhere.
    const twin = this.#taken.get(wanted.demand)
    return test === null && twin !== undefined && !isWeaker(wanted, twin) && wanted.subject.includes('(')
  }

  takeWhere(test: WrittenTest, isIt: (each: Asserted) => boolean): Asserted | null {
    const open = this.#open.get(test)
    const found = open?.values().find(isIt) ?? null
    if (found === null) return null
    open?.delete(found)
    const stands = this.#byDemand.get(found.demand)
    const at = stands?.findIndex(({ asserted }) => asserted === found) ?? -1
    if (at >= 0) stands?.splice(at, 1)
    this.#taken.set(found.demand, found)
    return found
  }

  /** By meaning, in whatever test. */
  isCalled({ meaning }: Called): boolean {
    return this.#calls.has(meaning)
  }

  /** A call that nobody sees through is handed what was expected. */
  helps(test: WrittenTest | null, { expected, subject }: Asserted): boolean {
    const tests = test === null ? [...this.#open.keys()] : [test]
    const pieces = [...expected, ...(/'[^']*'|\d+/.exec(subject) ?? [])]
    return tests.some(({ calls }) =>
      calls.some(
        ({ kind, meaning }) => kind !== 'runs' && pieces.length > 0 && pieces.every((piece) => meaning.includes(piece)),
      ),
    )
  }
}

interface Stand {
  readonly test: WrittenTest
  readonly asserted: Asserted
}

/** Tells what became of an assertion that does not stand in its test as it did. */
function fateOf(lost: Asserted, old: WrittenTest, now: WrittenTest, pool: Pool): readonly TestChange[] {
  if (lost.isConstant || !isOn(now)) return []
  const changed = (after: Asserted): readonly TestChange[] => [
    about(now, isWeaker(lost, after) ? 'weakened' : 'changed', lost.text, after.text),
  ]
  if (pool.take(null, lost)) return []
  const strong = pool.takeWhere(now, (each) => each.subject === lost.subject && !isWeaker(lost, each))
  if (strong !== null) return changed(strong)
  // The assertion itself is as it was; what stands before it is not.
  const isAsItWas = (each: Asserted): boolean =>
    each.text === lost.text && !isWeaker(lost, each) && !(lost.isCalled && saysLess(each, lost))
  if (pool.takeWhere(now, isAsItWas) !== null) return []
  const other = pool.takeWhere(now, (each) => wantsTheSame(each, lost))
  if (other !== null) return changed(other)
  if (pool.helps(now, lost)) return [about(now, 'changed', lost.text, null)]
  const weak = pool.takeWhere(now, (each) => each.subject === lost.subject || isPartOf(each.subject, lost.subject))
  if (weak !== null) return [about(now, 'weakened', lost.text, weak.text)]
  return [about(now, 'dropped', lost.text, old.body === now.body && !lost.isCalled ? lost.text : null)]
}

/** A helper hands on something else than it was given: a constant, or `!!slug('a')` for `slug('a')`. */
const saysLess = (now: Asserted, lost: Asserted): boolean =>
  now.subject !== lost.subject &&
  lost.subject.includes('(') &&
  (!now.subject.includes('(') || isPartOf(now.subject, lost.subject))

/** `slug('a').length` is a part of what `slug('a')` says. */
const isPartOf = (part: string, whole: string): boolean => whole.includes('(') && part.includes(whole)

/** Demands of a removed test may stand in another test, or, made in another way, in a new one of its file. */
function goneTest(old: WrittenTest, fresh: readonly WrittenTest[], pool: Pool): readonly TestChange[] {
  const near = fresh.filter(({ file }) => file === old.file)
  const lost = isOn(old) ? old.asserted.filter((each) => !each.isConstant && !pool.take(null, each)) : []
  const changes = lost.flatMap((each): readonly TestChange[] => {
    for (const now of near) {
      const other = pool.takeWhere(now, (one) => wantsTheSame(one, each))
      if (other !== null) return [about(now, 'changed', each.text, other.text)]
    }
    return pool.helps(null, each) ? [] : [about(old, 'dropped', each.text, null)]
  })
  return [about(old, 'gone', null, null), ...changes, ...(isOn(old) ? callsLost(old, null, pool) : [])]
}

/**
 * A call that cannot be seen through counts as a demand where the test is gone, and where the test asserted nothing else.
 * Beside other assertions, such a call may have been an arrangement. `now` is null: the test is gone.
 */
function callsLost(old: WrittenTest, now: WrittenTest | null, pool: Pool): readonly TestChange[] {
  const isAll = old.asserted.every(({ isConstant }) => isConstant)
  const demanding = old.calls.filter(({ kind }) => {
    if (kind === 'asserts') return true
    if (now === null) return isAll || kind === 'perhaps'
    return isAll && kind !== 'runs'
  })
  return demanding
    .filter((call) => !pool.isCalled(call))
    .map((call) => {
      const pieces = call.meaning.match(/'[^']*'|\b\d+\b/g) ?? []
      const says = ({ demand }: Asserted): boolean => pieces.every((piece) => demand.includes(piece))
      const seen = now === null || pieces.length === 0 ? null : pool.takeWhere(now, says)
      return about(now ?? old, seen === null ? 'dropped' : 'changed', call.text, seen?.text ?? null)
    })
}

/** The same value wanted of what is made in another way. */
const wantsTheSame = (now: Asserted, before: Asserted): boolean =>
  now.expected.length > 0 && now.expected.join() === before.expected.join() && !isWeaker(before, now)

function aboutTest(old: WrittenTest, now: WrittenTest): readonly TestChange[] {
  const changes: TestChange[] = []
  if (old.name !== now.name || old.file !== now.file) changes.push(about(now, 'renamed', old.name, now.name))
  if (isOn(old) && !isOn(now)) changes.push(about(now, 'off', old.mode, now.mode))
  if (old.mode !== 'focused' && now.mode === 'focused') changes.push(about(now, 'focused', old.mode, now.mode))
  const isEmpty = /^(async )?(function\s*\w*\(.*?\)|\(.*?\)=>)\{\}$/
  if (isEmpty.test(now.body) && !isEmpty.test(old.body)) changes.push(about(now, 'emptied', null, null))
  return changes
}
