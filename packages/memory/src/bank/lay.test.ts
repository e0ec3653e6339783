import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { splitRegion } from '@sigma/engine/projecting'
import { readDesign } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBank } from './bank.ts'
import { checkBank } from './check.ts'
import type { Facts } from './draft/facts.ts'
import { isDraft } from './draft/written.ts'
import { type Draft, draftsOf, jobsAtOnce, layBank } from './lay.ts'
import { type LaidBank, laidBank } from './testing/laid-bank.ts'

const plain = { file: String, word: String }

const nothing: Facts = {
  name: 'shop',
  description: null,
  readme: null,
  manager: null,
  node: null,
  scripts: {},
  dependencies: {},
  tests: null,
  source: { globs: ['src/**'], files: [] },
  integration: [],
  modules: [],
}

const something: Facts = {
  ...nothing,
  description: 'Sells letters',
  readme: { path: 'README.md', intro: 'Letters.\nFor sale.', headings: ['Install', 'Use'] },
  manager: 'npm',
  scripts: { test: 'node --test' },
  dependencies: { zod: '^4' },
  tests: { runner: 'node:test', globs: ['test/**'], files: 2 },
  source: { globs: ['src/**'], files: ['src/auth/login.ts', 'src/prices.ts'] },
  integration: ['.github/workflows/ci.yml'],
  modules: [
    { name: 'auth', files: ['src/auth/login.ts'] },
    { name: 'prices', files: ['src/prices.ts'] },
  ],
}

const sources: Readonly<Record<string, string>> = {
  'src/auth/login.ts':
    'export function login(user: string): boolean {\n  return user !== ""\n}\nfunction hidden() {}\n',
  'src/prices.ts': 'const cheap = 1\nexport { cheap }\n',
}

const read = async (path: string): Promise<string | null> => sources[path] ?? null
const lay = (bank: LaidBank, facts: Facts, anew = false) => {
  const place = { root: bank.top, top: bank.top, folder: join(bank.top, '.sigma') }
  return layBank(draftsOf(facts, read), { place, bank: 'memory-bank', folder: bank.folder, anew })
}
const text = (bank: LaidBank, path: string): string => readFileSync(join(bank.folder, path), 'utf8')
const filesOf = (bank: LaidBank): readonly string[] =>
  readdirSync(bank.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .toSorted()

const slots = [
  'activeContext.md',
  'progress.md',
  'projectbrief.md',
  'symbols.md',
  'systemPatterns.md',
  'techContext.md',
]

test('a new project gets all slots and the legend; nothing is made up, and the bank holds together', async () => {
  proves('DPTR-125', 'DPTR-09')
  using bank = laidBank()
  expect((await lay(bank, nothing)).map(({ change }) => change)).toEqual(slots.map(() => 'made'))
  expect(filesOf(bank)).toEqual(slots)
  for (const file of slots) expect([file, isDraft(text(bank, file))]).toEqual([file, false])
  expect(text(bank, 'projectbrief.md')).toBe(
    '# σ₁: Brief\n\n## Overview\n\n_To be written: what it is for, for whom, and what it is not_\n\n## Requirements\n\n- [R1] _To be written: what has to be true of it_\n',
  )
  expect(checkBank(readBank(bank, 'memory-bank'), () => 'unknown', plain)).toEqual([])
  for (const name of ['context', 'progress'] as const) {
    const { region, stray } = splitRegion(
      Buffer.from(text(bank, name === 'context' ? 'activeContext.md' : 'progress.md')),
      name,
    )
    expect([region?.intact, stray]).toEqual([true, 0])
  }
})

test('an existing project is drafted from what is there, each part with what it was drafted from', async () => {
  proves('DPTR-125')
  using bank = laidBank()
  await lay(bank, something)
  const designs = ['modules/auth/design.md', 'modules/prices/design.md']
  expect(filesOf(bank)).toEqual([slots[0], ...designs, ...slots.slice(1)])
  expect(text(bank, 'projectbrief.md')).toMatch(
    /^# σ₁: Brief\n\n<!-- sigma:drafted [0-9a-f]{16} --> \*Drafted by sigma init\./,
  )
  expect(text(bank, 'projectbrief.md')).toContain(
    '*Drafted from package.json and README.md.*\n\n`shop`: Sells letters\n\n> Letters.\n> For sale.\n\nREADME.md speaks of:\n\n- Install\n- Use\n',
  )
  expect(text(bank, 'systemPatterns.md')).toContain(
    '## Modules\n\n*Drafted from the files of the project, and confirmed as a list.*\n\n- `auth`: `src/auth/login.ts`\n- `prices`: `src/prices.ts`\n',
  )
  const tech = text(bank, 'techContext.md')
  for (const line of [
    '- languages: TypeScript',
    '- `zod` ^4',
    '- `test`: `node --test`',
    '- 2 files by node:test: `test/**`',
    '- `.github/workflows/ci.yml`',
  ])
    expect(tech.split('\n')).toContain(line)
  const design = text(bank, 'modules/auth/design.md')
  expect(isDraft(design)).toBe(true)
  expect(readDesign(design).map(({ name }) => name)).toEqual(['login'])
  expect(design).not.toContain('hidden')
  expect(readDesign(text(bank, 'modules/prices/design.md')).map(({ name }) => name)).toEqual(['cheap'])
  expect(checkBank(readBank(bank, 'memory-bank'), () => 'unknown', plain)).toEqual([])
})

test('at most three files are drafted at a time, and three are', async () => {
  proves('DPTR-125')
  using bank = laidBank()
  let [now, most] = [0, 0]
  const drafts = Array.from(
    { length: 9 },
    (_, at): Draft => ({
      path: `modules/m${at}/design.md`,
      make: async () => {
        now += 1
        most = Math.max(most, now)
        await sleep(10)
        now -= 1
        return '# m\n'
      },
    }),
  )
  const place = { root: bank.top, top: bank.top, folder: join(bank.top, '.sigma') }
  const laid = await layBank(drafts, { place, bank: 'memory-bank', folder: bank.folder, anew: false })
  expect([most, jobsAtOnce, laid.map(({ change }) => change)]).toEqual([3, 3, drafts.map(() => 'made')])
})

test('no file that is there is changed; told so, a draft that nobody touched is drafted anew, and nothing else', async () => {
  proves('DPTR-125')
  using bank = laidBank({ 'projectBrief.md': '# Mine\n', 'progress.md': '' })
  const first = await lay(bank, something)
  expect(first.filter(({ change }) => change === 'kept').map(({ path }) => path)).toEqual([
    'projectbrief.md',
    'progress.md',
  ])
  expect([text(bank, 'projectBrief.md'), text(bank, 'progress.md')]).toEqual(['# Mine\n', ''])
  bank.put('techContext.md', `${text(bank, 'techContext.md')}mine\n`)
  const before = filesOf(bank).map((path) => [path, text(bank, path)])
  const later = {
    ...something,
    scripts: { build: 'tsc' },
    modules: something.modules.slice(0, 1),
    source: nothing.source,
  }
  expect((await lay(bank, later)).every(({ change }) => change === 'kept')).toBe(true)
  expect(filesOf(bank).map((path) => [path, text(bank, path)])).toEqual(before)
  const anew = await lay(bank, later, true)
  expect(anew.filter(({ change }) => change !== 'kept')).toEqual([
    { path: 'systemPatterns.md', change: 'replaced', note: null },
  ])
  expect(text(bank, 'techContext.md')).toMatch(/mine\n$/)
})

test('what is in the way of a file is one sentence, and the others are written', async () => {
  using bank = laidBank()
  symlinkSync('../elsewhere', join(bank.folder, 'modules'))
  const laid = await lay(bank, something)
  expect(laid.filter(({ change }) => change === 'failed').map(({ note }) => note)).toEqual([
    expect.stringMatching(/lies in memory-bank\/modules, which is no folder of its own/),
    expect.stringMatching(/lies in memory-bank\/modules, which is no folder of its own/),
  ])
  expect(filesOf(bank)).toEqual(slots)
})

const hostile = fc
  .array(
    fc.constantFrom(
      '<!-- sigma:begin progress 0123456789abcdef -->',
      '<!-- sigma:end context -->',
      '[↗️σ₉:R1]',
      '`',
      '```ts',
      '\n',
      '\r\n',
      '# Title',
      '- [x] `auth` ✅',
      '-->',
      '\u0000',
      '\u202e',
      'R1',
      '|',
      '~~~',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(' '))

test('whatever a project says of itself, its drafts bear no mark, reference or fence of its own', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (a, b, c) => {
      using bank = laidBank()
      await lay(bank, {
        ...something,
        description: a,
        readme: { path: 'README.md', intro: b, headings: [c] },
        scripts: { [a]: b },
        dependencies: { [b]: c },
        node: c,
        integration: [a],
      })
      const found = checkBank(readBank(bank, 'memory-bank'), () => 'unbuilt', plain)
      expect(found.filter(({ rule }) => rule !== 'section-twice')).toEqual([])
      expect(text(bank, 'systemPatterns.md')).toContain('\n- `auth`: ')
    }),
    { numRuns: 60 },
  )
})
