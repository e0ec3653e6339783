/** Which of two assertions about the same demands more. */
import type { Asserted } from './asserted-in.ts'

/** 3: one value and no other; 2: some of it; 1: that there is something. */
type Level = 1 | 2 | 3

const exact =
  /^(toBe|toEqual|toStrictEqual|equals?|strictEqual|deepEqual|deepStrictEqual|eql|eq|deep\.(equal|eq)|toBeNull|toBeUndefined|toBeNaN|toBeTrue|toBeFalse|true|false|null|undefined|isTrue|isFalse|isNull|isUndefined|toMatch\w*Snapshot|\w*[sS]napshot|toHaveBeenCalledExactlyOnceWith|toHaveBeenCalledTimes|toHaveBeenCalledOnce|ifError)$/
const existing =
  /^(ok|isOk|assert|exist|exists|toBeDefined|toBeTruthy|toBeFalsy|isDefined|toExist|toHaveBeenCalled|toBeCalled|called|a|an|toBeTypeOf|typeOf|toBeInstanceOf|instanceOf|instanceof|any)$/

function levelOf({ family, words, isNegated, expected, subject }: Asserted): Level {
  const own = words.replace(/^(resolves|rejects|eventually|deep\.own)\./, '')
  if (family === 'error') return isNegated || expected.some((each) => !saysNothing(each)) || /\.\w+/.test(own) ? 3 : 1
  if (family === 'truth')
    return /===?|[<>]|\.(includes|startsWith|endsWith|test|match|some|every|has)\(/.test(subject) ? 2 : 1
  if (isNegated) return 1
  if (exact.test(own)) return 3
  return existing.test(own) ? 1 : 2
}

const saysNothing = (text: string): boolean => /^(Error|\/\.[*+]?\/|\/\/|''|\{\}|undefined)$/.test(text)

/** Both are about the same; does the later one let more pass? Only what is certain. */
export function isWeaker(before: Asserted, now: Asserted): boolean {
  if (now.isConditional && !before.isConditional) return true
  if (answersItself(now) && !answersItself(before)) return true
  const [was, is] = [levelOf(before), levelOf(now)]
  if (is !== was) return is < was
  if (was === 3 || before.words !== now.words || before.isNegated !== now.isNegated) return false
  return isWider(before.words, before.expected, now.expected)
}

/** `equal(slug('a'), slug('a'))`, and `equal(slug('a') && 'b', 'b')`: what is wanted comes from what is asked, or stands in it. */
function answersItself({ subject, expected, isNegated }: Asserted): boolean {
  const [wanted] = expected
  if (wanted === undefined || isNegated) return false
  if (subject.includes('(') && wanted.includes(subject)) return true
  return ['&&', '||', '??', '?'].some((sign) => subject.replace(/\s+/g, '').includes(sign + wanted.replace(/\s+/g, '')))
}

function isWider(words: string, before: readonly string[], now: readonly string[]): boolean {
  const [was, is] = [before[0] ?? '', now[0] ?? '']
  if (/CloseTo|closeTo|approximately/.test(words)) return isCoarser(words, before, now)
  const [from, to] = [Number(was), Number(is)]
  if (was !== '' && is !== '' && !Number.isNaN(from) && !Number.isNaN(to)) {
    if (/Greater|least|above|gte?$/i.test(words)) return to < from
    return /Less|most|below|lte?$/i.test(words) ? to > from : false
  }
  const quotes = /^(['"`])(.*)\1$/s
  const [old, own] = [quotes.exec(was)?.[2], quotes.exec(is)?.[2]]
  if (old !== undefined && own !== undefined) return own.length < old.length && old.includes(own)
  const [parts, left] = [partsOf(was), partsOf(is)]
  if (parts === null || left === null) return before.length > now.length
  return left.length < parts.length && left.every((each) => parts.includes(each))
}

/** Digits for `toBeCloseTo` (2 unless given), a distance for the others. */
function isCoarser(words: string, before: readonly string[], now: readonly string[]): boolean {
  const [was, is] = [Number(before[1] ?? 2), Number(now[1] ?? 2)]
  return words.includes('toBeCloseTo') ? is < was : is > was
}

/** Parts of a list or an object, as written. */
function partsOf(text: string): readonly string[] | null {
  if (!/^[[{].*[\]}]$/s.test(text)) return null
  const parts: string[] = []
  let depth = 0
  let at = 1
  for (let end = 1; end < text.length - 1; end += 1) {
    const mark = text[end] ?? ''
    if ('([{'.includes(mark)) depth += 1
    else if (')]}'.includes(mark)) depth -= 1
    else if (mark === ',' && depth === 0) {
      parts.push(text.slice(at, end))
      at = end + 1
    }
  }
  const last = text.slice(at, -1)
  return last === '' ? parts : [...parts, last]
}
