import { expect, test } from 'vitest'
import { plant } from '../scripts/mutants/plant.ts'

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
