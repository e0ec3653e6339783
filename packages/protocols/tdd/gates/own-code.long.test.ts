import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { tests } from './proofs/slug.ts'

const { red, green, judge, checkouts } = trial()
const wanted = { coverage: { lines: 80, functions: 80, branches: 80, statements: 80 } }

const stub = (name: string) => `export function ${name}(text) {\n  throw new Error('not implemented')\n}\n`
const pad = `export function pad(text) {\n  return text.padEnd(9)\n}\n`
const trim = `export function trim(text) {\n  return text.trim()\n}\n`
const untested = `export function untested(text) {
  const mark = text ? '!' : '?'
  return mark + text
}
export const mode = globalThis.quiet ? 'quiet' : 'loud'
`
const check = (name: string, call: string, file: string): Files => ({
  [`test/${name}.test.js`]: tests(
    `import * as own from '../src/${file}.js'\ntest('${name}', () => assert.equal(own.${name}(${call}), ${call}.${name === 'pad' ? 'padEnd(9)' : 'trim()'}))`,
  ),
})

interface Layout {
  readonly start: Files
  readonly pad: Files
  readonly trim: Files
  readonly both: Files
  readonly files: readonly [string, string]
}

const rest: Files = { 'package.json': '{ "type": "module" }\n', 'src/text.js': '', 'src/legacy.js': untested }
const shared = (first: string, second: string): Files => ({ 'src/one.js': `${untested}${first}${second}` })
const apart = (first: string, second: string): Files => ({ 'src/pad.js': `${untested}${first}`, 'src/trim.js': second })
const together = layout(shared, ['one', 'one'])
const layouts: readonly [string, Layout][] = [
  ['in one file', together],
  ['in files of their own', layout(apart, ['pad', 'trim'])],
]

function layout(code: (first: string, second: string) => Files, files: Layout['files']): Layout {
  return {
    start: { ...rest, ...code(stub('pad'), stub('trim')) },
    pad: { ...rest, ...code(pad, stub('trim')) },
    trim: { ...rest, ...code(stub('pad'), trim) },
    both: { ...rest, ...code(pad, trim) },
    files,
  }
}

async function cycle(start: Files, own: Files, written: Files): Promise<Judged> {
  const accepted = await red(start, { ...start, ...own })
  return await green(start, accepted, { ...written, ...own }, wanted)
}

const both = async ({ start, files, ...written }: Layout) => {
  const [first, second] = [check('pad', `'a'`, files[0]), check('trim', `'a '`, files[1])]
  const one = await cycle(start, first, written.pad)
  const other = await cycle(start, second, written.trim)
  return { one, other, ownTests: { ...first, ...second } }
}

test.each(layouts)('cycles side by side %s answer each for its own code, to the end', async (_, sides) => {
  proves('SIG-40', 'SIG-46')
  const { one, other, ownTests } = await both(sides)
  expect([one.findings, other.findings]).toEqual([[], []])
  const [file] = sides.files
  const tidied = {
    ...sides.pad,
    ...check('pad', `'a'`, file),
    [`src/${file}.js`]: (sides.pad[`src/${file}.js`] ?? '').replace('padEnd(9)', `padEnd(9, ' ')`),
  }
  const refactored = await judge('refactor', tidied, { before: { ...one.baseline }, of: 'implementation' }, wanted)
  expect(refactored.findings).toEqual([])
  expect(refactored.seen).toMatchObject({ coveredFiles: [`src/${file}.js`], coverageBase: one.seen.coverageBase })
  const cycles = [one, other].map(({ baseline }, at) => ({ name: `C${at + 1}`, accepted: { ...baseline } }))
  const judged = await judge('combined', { ...sides.both, ...ownTests }, { cycles }, wanted)
  expect(judged.findings).toEqual([])
  expect(judged.seen.coveredFiles).toEqual([...new Set(sides.files.map((each) => `src/${each}.js`))])
})

const { start, pad: done } = together
const own = check('pad', `'a'`, 'one')
const inOne = (change: (code: string) => string): Files => ({
  ...done,
  'src/one.js': change(`${untested}${pad}${stub('trim')}`),
})
const cheats: readonly [string, Files][] = [
  ['a new function that no test needs', inOne((code) => `${code}export function more(text) {\n  return text\n}\n`)],
  [
    'a branch added to an old function',
    inOne((code) => code.replace('return mark + text', `if (text === 'x') return 'y'\n  return mark + text`)),
  ],
  ['a copy of old code', inOne((code) => code + untested.replaceAll(/untested|mode/g, 'copied_$&'))],
  ['code in a new file that nothing loads', { ...done, 'src/hidden.js': `${untested}${trim}` }],
]

test.each(cheats)('GREEN refuses %s', async (_, cheat) => {
  proves('SIG-40')
  const judged = await cycle(start, own, cheat)
  expect(judged).toMatchObject({ verdict: 'fail', rules: expect.arrayContaining(['coverage-below']) })
  expect(new Set(judged.rules)).toEqual(new Set(['coverage-below']))
  expect(judged.findings[0]?.message).toMatch(
    /^Coverage of \w+ is [\d.]+ % \(\d+ of \d+\) in src\/.*; 80 % is wanted\.$/,
  )
})

test('REFACTOR and COMBINED refuse code that came in after GREEN and is not covered', async () => {
  proves('SIG-46')
  const accepted = await cycle(start, own, done)
  const grown = {
    ...inOne((code) => code.replace('return text', `if (text === 'x') return 'y'\n  return text`)),
    ...own,
  }
  const before = { ...accepted.baseline }
  const refactored = await judge('refactor', grown, { before, of: 'implementation' }, wanted)
  expect(refactored.rules).toContain('coverage-below')
  const combined = await judge('combined', grown, { cycles: [{ name: 'C1', accepted: before }] }, wanted)
  expect(new Set(combined.rules)).toEqual(new Set(['coverage-below']))
})

test('a cycle that changes no source has nothing to cover, which is no number and blocks nothing', async () => {
  const accepted = await cycle(start, own, done)
  const again = { ...done, ...own, ...check('trim', `'a '`, 'one') }
  const base = await checkouts.commit({ ...done, ...own })
  const red = { ...accepted.baseline, commit: accepted.commit }
  const judged = await judge('green', again, { before: { commit: base, evidence: null }, red }, wanted)
  expect(judged.rules).not.toContain('coverage-below')
  expect(judged.data).toMatchObject({ coverage: null, coverageNote: 'nothing of this work to cover' })
})

test('where the cycle’s beginning is not known, every source file counts', async () => {
  const accepted = await cycle(start, own, done)
  const before = { commit: accepted.commit, evidence: null }
  const judged = await judge('refactor', { ...done, ...own }, { before, of: 'implementation' }, wanted)
  expect(judged.seen).toMatchObject({ coverageBase: null, coveredFiles: expect.arrayContaining(['src/legacy.js']) })
  expect(judged.rules).toContain('coverage-below')
})
