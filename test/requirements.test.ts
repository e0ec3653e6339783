import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)

/** Ids of the statements in a page of the specification. */
function statedIn(page: string): readonly string[] {
  return [...page.matchAll(/^- \*\*([A-Z]+-\d{2,3}|[FT]\d{1,2})\*\*/gm)].flatMap(([, id]) => id ?? [])
}

/** Ids that a test file says it proves. */
function citedIn(source: string): readonly string[] {
  return [...source.matchAll(/\bproves\(([^)]*)\)/g)].flatMap(
    ([, ids = '']) => ids.match(/(?<=['"`])([A-Z]+-\d{2,3}|[FT]\d{1,2})(?=['"`])/g) ?? [],
  )
}

function missing(wanted: readonly string[], given: readonly string[]): readonly string[] {
  const known = new Set(given)
  return [...new Set(wanted)].filter((id) => !known.has(id)).sort((left, right) => left.localeCompare(right))
}

function texts(folder: string, ending: string): readonly string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.split('/').includes('node_modules'))
    .map((path) => readFileSync(new URL(`${folder}${path}`, root), 'utf8'))
}

const stated = [...texts('docs/protocol/', '.md'), ...texts('docs/', 'faults.md')].flatMap(statedIn)
const cited = [...texts('packages/', '.test.ts'), ...texts('test/', '.test.ts')].flatMap(citedIn)

test('statements and citations are found where they stand', () => {
  const page =
    '- **DPTR-02** Sigma decides.\n  - **DPTR-03** no statement\nsee **SIG-04**\n- **SIG-104** text\n- **F7** text'
  expect(statedIn(page)).toEqual(['DPTR-02', 'SIG-104', 'F7'])
  const source = "proves('DPTR-02')\n  proves(\n 'SIG-04',\n 'SIG-05',\n)\n// DPTR-09\nnot('DPTR-10')\nproves('T44')"
  expect(citedIn(source)).toEqual(['DPTR-02', 'SIG-04', 'SIG-05', 'T44'])
  expect(missing(['A-01', 'A-02', 'A-02'], ['A-01'])).toEqual(['A-02'])
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
