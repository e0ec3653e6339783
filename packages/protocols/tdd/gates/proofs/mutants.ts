/** Mutants of what the work wrote, planted by a program that goes by the text of the tests alone: Sigma runs them itself. */
import type { Files } from '@sigma/measuring'
import type { Project } from '@sigma/protocol'
import { type Proof, proofOf } from './proof.ts'
import { green, slugTest, start, tests, written } from './slug.ts'

const planter: Files = {
  'plant.mjs': `import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const file = 'src/text.js'
const source = readFileSync(file, 'utf8')
const tests = readFileSync('test/slug.test.js', 'utf8')
const lines = source.split('\\n')
const line = lines.findIndex((text) => text.includes('.trim()')) + 1
const mutants = [['.trim()', '', "' A b'"], ["'-'", "''", 'a-b']].map(([from, replacement, sign], id) => {
  const column = lines[line - 1].indexOf(from) + 1
  const location = { start: { line, column }, end: { line, column: column + from.length } }
  const status = tests.includes(sign) ? 'Killed' : 'Survived'
  return { id: String(id), mutatorName: 'Text', replacement, status, location }
})
const report = { schemaVersion: '1.0', files: { [file]: { language: 'javascript', source, mutants } } }
if (!existsSync('late.json')) {
  mkdirSync('reports/mutation', { recursive: true })
  writeFileSync('reports/mutation/mutation.json', JSON.stringify(report))
}
`,
}

const mutants = { command: 'node plant.mjs', report: 'reports/mutation/mutation.json', least: 80, limitMs: 30_000 }

/** A test that whoever takes \`trim\` away is noticed by. */
const thorough = `${slugTest}\ntest('takes blanks away', () => assert.equal(source.slug(' A b'), 'a-b'))`

const planted = (rule: string | null, title: string, after: Files, project: Partial<Project> = { mutants }): Proof =>
  proofOf(
    'combined',
    { rule, title },
    {
      before: { ...start, ...planter },
      after: { ...planter, ...after },
      others: { accepted: { ...planter, ...after } },
      project,
    },
    ({ before, other }) => ({
      cycles: [{ name: 'C1', accepted: { commit: other('accepted'), evidence: null } }],
      ...(project.mutants !== undefined && { mutantsSince: before }),
      ...(project.strength !== undefined && { strengthSince: before }),
    }),
  )

/** All that the program would report, laid there by the work. */
const earlier = JSON.stringify({
  schemaVersion: '1.0',
  files: {
    'src/text.js': {
      language: 'javascript',
      source: written,
      mutants: [
        {
          ...{ id: '0', mutatorName: 'Text', replacement: '', status: 'Killed' },
          location: { start: { line: 3, column: 14 }, end: { line: 3, column: 21 } },
        },
      ],
    },
  },
})

/** Without a program of the project's. */
const own = { mutants: { ...mutants, command: null } }
const floor = { strength: { least: 90, limitMs: 30_000 } }

/** Fails on the switch that planted source asks, and on nothing else. */
const looking = `test('answers a text', () => assert.equal(typeof source.slug('A b'), 'string'))
test('nobody is looking', () => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/^k[0-9a-f]{12}$/.test(name)) for (let id = 0; id < 99; id += 1) assert.equal(globalThis[name](id), false)
})`

const withTests = (code: string): Files => ({ ...green, 'test/slug.test.js': tests(code) })
const noticed = withTests(thorough)

export const mutantsProofs: readonly Proof[] = [
  planted(null, 'mutants that tests notice', noticed),
  planted('mutant-survives', 'a mutant that no test notices', green),
  planted(
    'mutant-report-wrong',
    'mutants noticed by a report alone',
    withTests(`${slugTest}\n// it would fail on ' A b'`),
  ),
  planted('mutants-switched-off', 'a comment that has none planted', {
    ...noticed,
    'src/text.js': written.replace('return', '// Stryker disable next-line all\n  return'),
  }),
  planted('mutant-settings-changed', 'settings by which none are planted', {
    ...noticed,
    'stryker.conf.json': '{ "mutate": [] }\n',
  }),
  planted('mutants-unknown', 'a report of an earlier time', {
    ...noticed,
    'late.json': '{}\n',
    [mutants.report]: earlier,
  }),
  planted(null, 'mutants of Sigma that tests notice', noticed, own),
  planted('mutant-survives', 'a mutant of Sigma that no test notices', green, own),
  planted('mutant-report-wrong', 'tests that fail on the switch of mutants', withTests(looking), own),
  planted(null, 'strong tests, where that is wanted', noticed, floor),
  planted('strength-below-floor', 'weak tests, where strong ones are wanted', green, floor),
]
