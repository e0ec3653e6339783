import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { mutantsProofs } from './proofs/mutants.ts'
import { asJson, bare, green, project, slugTest, start, tests, written } from './proofs/slug.ts'

const { judge, checkouts, blobs, gates, play } = trial()

test.concurrent.each(mutantsProofs)('$title: $rule', async (proof) => {
  expect(await play(proof)).toMatchObject({ ok: true })
})

interface Planted {
  readonly from: string
  readonly to?: string
  readonly status?: string
}

/** A program that reports what it is told to; `also` runs before it ends. */
const planter = (mutants: readonly Planted[], also = ''): Files => ({
  'plant.mjs': `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const file = 'src/text.js'
const source = readFileSync(file, 'utf8')
const mutants = ${JSON.stringify(mutants)}.map(({ from, to, status = 'Killed' }, id) => {
  const offset = source.indexOf(from)
  const at = (to) => ({ line: source.slice(0, to).split('\\n').length, column: to - source.lastIndexOf('\\n', to - 1) })
  return { id: String(id), mutatorName: 'Text', replacement: to, status, location: { start: at(offset), end: at(offset + from.length) } }
})
const report = { schemaVersion: '2', files: { [file]: { language: 'javascript', source, mutants } } }
${also}
mkdirSync('reports/mutation', { recursive: true })
writeFileSync('reports/mutation/mutation.json', JSON.stringify(report))
console.log(process.argv.slice(2).join(' '))
`,
})

const settings = { command: 'node plant.mjs', report: 'reports/mutation/mutation.json', least: 80, limitMs: 30_000 }

async function combined(
  after: Files,
  own: Files,
  { before = bare, ...more }: { before?: Files; command?: string; least?: number; limitMs?: number } = {},
) {
  const mutantsSince = await checkouts.commit({ ...before, ...own })
  const work = { ...after, ...own }
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(work), evidence: null } }]
  return await judge('combined', work, { cycles, mutantsSince }, { mutants: { ...settings, ...more } })
}

const hyphen = { from: `'-'`, to: `''` }
const lower = { from: '.toLowerCase()', to: '' }

test.concurrent('a survivor names its place, what was replaced by what, and the share that is wanted', async () => {
  const judged = await combined(green, planter([hyphen, { ...lower, status: 'Survived' }]))
  expect([judged.verdict, judged.rules]).toEqual(['fail', ['mutant-survives']])
  expect(judged.findings[0]).toMatchObject({
    message:
      'src/text.js:3: `.toLowerCase()` replaced by ``: no test notices it. Tests notice 50 % of the mutants on changed lines; 80 % are wanted.',
    remedy: 'Write a test, or an assertion, that fails on this change of the source.',
  })
  expect(judged.data).toMatchObject({ mutants: { noticed: 1, survived: 1, leftOut: 0, least: 80 } })
  expect(judged.seen.mutants).toMatchObject({ command: 'node plant.mjs', noticed: 1, tried: 1, unnoticed: [] })
})

test.concurrent('the program is told the changed lines of the source alone, and to take over nothing', async () => {
  const { seen } = await combined(green, planter([hyphen]))
  const printed = new TextDecoder().decode(blobs.get(seen.mutants?.output ?? ''))
  expect(printed).toBe('--mutate src/text.js:2-4 --reporters json --force')
})

test.concurrent('enough is enough: what no test notices beyond the share is told, and not refused', async () => {
  const judged = await combined(green, planter([hyphen, { ...lower, status: 'NoCoverage' }]), { least: 50 })
  expect(judged).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 1, survived: 1 } } })
})

test.concurrent('what is ignored, or no program, does not count; what takes too long is noticed', async () => {
  const statuses = ['Ignored', 'CompileError', 'RuntimeError'].map((status) => ({ ...lower, status }))
  const judged = await combined(green, planter([{ ...hyphen, status: 'Timeout' }, ...statuses]))
  expect(judged).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 1, survived: 0, leftOut: 3 } } })
})

test.concurrent.each<[string, readonly Planted[], string, RegExp]>([
  [
    'leaves no report',
    [hyphen],
    'process.exit(3)',
    /it left no report at reports\/mutation\/mutation\.json \(exit 3\)/,
  ],
  [
    'links to something else',
    [hyphen],
    `mkdirSync('reports/mutation', { recursive: true }); (await import('node:fs')).symlinkSync('/etc/hostname', 'reports/mutation/mutation.json'); process.exit(0)`,
    /it left no report/,
  ],
  ['does not end', [hyphen], 'await new Promise((resolve) => setTimeout(resolve, 60_000))', /does not end within 2 s/],
])('a program that %s says nothing, and nothing passes by that', async (_what, mutants, also, message) => {
  proves('SIG-35')
  const judged = await combined(green, planter(mutants, also), { limitMs: 2_000 })
  expect([judged.verdict, judged.rules]).toEqual(['unknown', ['mutants-unknown']])
  expect(judged.findings[0]?.message).toMatch(message)
})

test.concurrent('where nothing that was written can be replaced, or no source was written, that is told', async () => {
  const plain = { ...start, 'src/limit.js': 'export const limit = 5\n' }
  const none = await combined(plain, planter([]), { before: start })
  expect(none).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 0, survived: 0, leftOut: 0 } } })
  const more = `${slugTest}\ntest('again', () => assert.equal(source.shout('b'), 'B'))`
  const untouched = await combined({ ...green, 'test/slug.test.js': tests(more) }, planter([]), { before: green })
  expect(untouched).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 0 } } })
})

test.concurrent('tests that fail whenever mutants are about are found out: Sigma plants them in the plain source', async () => {
  // As a tool would say of tests that look for its own traces.
  const judged = await combined(green, planter([hyphen, lower, { from: '.trim()', to: '' }]))
  expect([judged.verdict, judged.rules]).toEqual(['fail', ['mutant-report-wrong']])
  expect(judged.findings[0]?.message).toBe(
    'src/text.js:3: `.trim()` replaced by ``: the report of `node plant.mjs` says that a test notices it, and when Sigma plants it every test passes.',
  )
})

test.concurrent('a comment of a person that was there before, and stays where it is, is theirs to write', async () => {
  const comment = '// Stryker disable next-line all: by a person\n'
  const judged = await combined({ ...green, 'src/text.js': `${comment}${written}` }, planter([hyphen]), {
    before: { ...bare, 'src/text.js': `${comment}${bare['src/text.js']}` },
  })
  expect(judged.verdict).toBe('pass')
})

test.concurrent('settings that the command names are not for the work to change', async () => {
  const judged = await combined({ ...green, 'own.json': '{}' }, planter([hyphen]), {
    command: 'node plant.mjs own.json',
  })
  expect(judged.rules).toEqual(['mutant-settings-changed'])
})

test.concurrent('that they are tried is told while it goes on, for how many lines and how long at most', async () => {
  const told: string[] = []
  const commit = await checkouts.commit({ ...green, ...planter([hyphen]) })
  const cycles = [{ name: 'C1', accepted: { commit, evidence: null } }]
  const mutantsSince = await checkouts.commit({ ...start, ...planter([hyphen]) })
  const parameters = { cycles, mutantsSince, project: asJson({ ...project, mutants: settings }) }
  const check = { kind: 'check', id: 'c', at: { step: 'c' }, gate: 'combined', commit, parameters } as const
  await gates.check(check, AbortSignal.timeout(60_000), (text) => told.push(text))
  expect(told).toContain('mutants of 1 changed line are tried (at most 1 min)')
})

test.concurrent('none are planted while a test fails', async () => {
  const broken = { ...green, ...planter([hyphen]), 'src/text.js': written.replace(`'-'`, `'_'`) }
  const accepted = { commit: await checkouts.commit({ ...broken, ...green }), evidence: null }
  const mutantsSince = await checkouts.commit(bare)
  const parameters = { cycles: [{ name: 'C1', accepted }], mutantsSince }
  const judged = await judge('combined', broken, parameters, { mutants: settings })
  expect([judged.rules, judged.seen.mutants]).toEqual([['test-fails'], null])
})
