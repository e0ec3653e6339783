import { expect, test } from 'vitest'
import { plant } from '../scripts/mutants/plant.ts'
import { settle, type Trial } from '../scripts/mutants/rounds.ts'

const source = `
const rules = ['a', 'b']
function isAllowed(name: string): boolean {
  if (name === 'root') return false
  return rules.includes(name)
}
const found: string[] = []
function note(name: string): void {
  found.push(name)
}
const lengths = (names: readonly string[]): readonly number[] => [...names, 'end'].map((name) => name.length)
function judge(names: readonly string[]): string {
  for (const name of names) if (isAllowed(name)) note(name)
  return [found.length === 0 ? 'none' : found.join(), ...lengths(names)].join(' ')
}
`

/** What the planted program answers with this mutant switched on. */
function answer(text: string, active: number | null): string {
  const plain = text.replaceAll(/: (readonly )?(string|number|boolean|void)(\[\])?/g, '')
  const scope = { mutant: (id: number): boolean => id === active }
  try {
    return String(Function('globalThis', `${plain}\nreturn judge(['a', 'root', 'c'])`)(scope))
  } catch (error) {
    return String(error)
  }
}

const { text, mutants } = plant('src/a.ts', source, 5)

test('with no mutant switched on the planted program does what it did', () => {
  expect(answer(text, null)).toBe(answer(source, null))
  expect(answer(source, null)).toBe('a 1 4 1 3')
})

test('each mutant is numbered, named by its place, and takes its piece of behaviour out', () => {
  expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, at) => 5 + at))
  const told = mutants.map(({ id, line, within, what }) => `${line} ${within}, ${what} => ${answer(text, id)}`)
  expect(told.slice(0, 8)).toEqual([
    "2 , without: 'a' => none 1 4 1 3",
    "2 , without: 'b' => a 1 4 1 3",
    "3 isAllowed, returns true: { if (name === 'root') return false return rules.includes(name) } => a,root,c 1 4 1 3",
    "3 isAllowed, returns false: { if (name === 'root') return false return rules.includes(name) } => none 1 4 1 3",
    "4 isAllowed, never: name === 'root' => a 1 4 1 3",
    "4 isAllowed, always: name === 'root' => none 1 4 1 3",
    '8 note, returns undefined: { found.push(name) } => none 1 4 1 3',
    '9 note, without: found.push(name) => none 1 4 1 3',
  ])
  const unchanged = mutants.filter(({ id }) => answer(text, id) === answer(text, null))
  // A name that is allowed and not asked for, a second reason, an empty text that is none: no test of this answer could notice.
  expect(unchanged.map(({ line, what }) => `${line} ${what}`)).toEqual([
    "2 without: 'b'",
    "4 never: name === 'root'",
    '14 never: found.length === 0',
  ])
})

const trialOf = (id: number): Trial => ({
  id,
  key: `mutant ${id}`,
  candidates: [],
  tried: new Set(),
  spentMs: 0,
  killedBy: null,
})
const tried = (test: string, mutant: number | null, failed: boolean) => ({
  ...({ kind: 'tried', test, mutant, failed, ms: 1 } as const),
})

test('what was seen is held against the mutants by their numbers, whichever of them are meant', () => {
  const trials = [trialOf(400), trialOf(401), trialOf(402)]
  const wanted = new Map(['a', 'b'].map((test) => [test, { name: `test ${test}` }]))
  const events = [tried('a', 400, false), tried('a', 401, true), tried('a', null, false)]
  const { tries, doubted } = settle(trials, wanted, { events, cut: { test: 'b', mutant: 402 } })
  expect(trials.map(({ killedBy }) => killedBy)).toEqual([null, 'test a', 'test b (never ended)'])
  expect(tries.map(({ key, by }) => [key, by])).toEqual([
    ['mutant 400', null],
    ['mutant 401', 'test a'],
    ['mutant 402', 'test b (never ended)'],
  ])
  expect(doubted).toEqual([])
})

test('what a test noticed that fails without a mutant as well is doubted, unless it was tried alone', () => {
  const [trial, wanted] = [trialOf(7), new Map([['a', { name: 'test a' }]])]
  const played = { events: [tried('a', 7, true), tried('a', null, true)], cut: null }
  expect(settle([trial], wanted, played)).toEqual({ tries: [], doubted: [['a', trial]] })
  expect(trial.killedBy).toBe(null)
  expect(settle([trial], wanted, played, new Set([trial])).tries).toHaveLength(1)
  expect(trial.killedBy).toBe('test a')
})
