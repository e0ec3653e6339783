import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { citationsIn } from './citations.ts'

const root = new URL('../', import.meta.url)

/** Ids of the statements in a page of the specification. */
function statedIn(page: string): readonly string[] {
  return [...page.matchAll(/^- \*\*([A-Z]+-\d{2,3}|[FT]\d{1,2})\*\*/gm)].flatMap(([, id]) => id ?? [])
}

function missing(wanted: readonly string[], given: readonly string[]): readonly string[] {
  const known = new Set(given)
  return [...new Set(wanted)].filter((id) => !known.has(id)).sort((left, right) => left.localeCompare(right))
}

function files(folder: string, ending: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.split('/').includes('node_modules'))
    .map((path) => ({ path: `${folder}${path}`, text: readFileSync(new URL(`${folder}${path}`, root), 'utf8') }))
}

const stated = [...files('docs/protocol/', '.md'), ...files('docs/', 'faults.md')].flatMap(({ text }) => statedIn(text))
const citations = [...files('packages/', '.test.ts'), ...files('test/', '.test.ts')].map(({ path, text }) => ({
  path,
  ...citationsIn(path, text),
}))
const cited = citations.flatMap(({ ids }) => ids)

test('statements are found where they stand', () => {
  const page =
    '- **DPTR-02** Sigma decides.\n  - **DPTR-03** no statement\nsee **SIG-04**\n- **SIG-104** text\n- **F7** text'
  expect(statedIn(page)).toEqual(['DPTR-02', 'SIG-104', 'F7'])
  expect(missing(['A-01', 'A-02', 'A-02'], ['A-01'])).toEqual(['A-02'])
})

test('a citation is a call with which the body of a test begins', () => {
  const source = `
    // proves('DPTR-02')
    test('one', () => {
      proves('SIG-04', 'SIG-05')
      proves('T44')
      expect(1).toBe(1)
    })
    test.each([1])('two %s', async () => {
      proves(
        'SIG-06',
      )
    })
    test.concurrent.for([1])('three', { timeout: 1 }, () => {
      if (isConfined) needs('bubblewrap')
      needs('gcc')
      proves('F7')
    })`
  expect(citationsIn('a.test.ts', source)).toEqual({ ids: ['SIG-04', 'SIG-05', 'T44', 'SIG-06', 'F7'], misplaced: [] })
})

test.each([
  ['in a comment', "test('a', () => {\n  // proves('SIG-04')\n})", []],
  ['in a text', 'test("a", () => {\n  play("proves(\'SIG-04\')")\n})', []],
  ['in a template', "test('a', () => {\n  play(`proves('SIG-04')`)\n})", []],
  ['of another name', "test('a', () => {\n  disproves('SIG-04')\n})", []],
  ['outside of a test', "proves('SIG-04')", [1]],
  ['in a function that no test is', "run('a', () => {\n  proves('SIG-04')\n})", [2]],
  ['in a test that is skipped', "test.skip('a', () => {\n  proves('SIG-04')\n})", [2]],
  ['under a condition', "test('a', () => {\n  if (isLong) proves('SIG-04')\n})", [2]],
  ['behind other statements', "test('a', () => {\n  if (isShort) return\n  proves('SIG-04')\n})", [3]],
  ['of what is not written there', "test('a', () => {\n  proves(...ids)\n})", [2]],
])('a citation %s is none', (_, source, misplaced) => {
  expect(citationsIn('a.test.ts', source)).toEqual({ ids: [], misplaced })
})

test('every citation stands where it counts', () => {
  expect(citations.flatMap(({ path, misplaced }) => misplaced.map((line) => `${path}:${line}`))).toEqual([])
})

test('every statement of the specification is made once', () => {
  expect(stated.length).toBeGreaterThan(100)
  expect(stated.filter((id, index) => stated.indexOf(id) !== index)).toEqual([])
})

test('every statement of the specification is proved by a test', () => {
  expect(missing(stated, cited)).toEqual([])
})

test('every id that a test cites is in the specification', () => {
  expect(missing(cited, stated)).toEqual([])
})
