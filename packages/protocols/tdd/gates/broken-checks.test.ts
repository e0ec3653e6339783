/** Work on which a check breaks that failed before: it finds nothing there any more, and is no way to pass. */
import type { Files } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { bare, green, source, start } from './proofs/slug.ts'

const { judge, checkouts } = trial()

/** A linter that dislikes a word, and that some words break. */
const lint = `import { readdirSync, readFileSync } from 'node:fs'
const texts = readdirSync('src').sort().map((name) => ['src/' + name, readFileSync('src/' + name, 'utf8')])
const all = texts.map(([, text]) => text).join('')
if (all.includes('CRASH')) { console.error('Oops! Something went wrong.'); process.exit(2) }
if (all.includes('HANG')) { setInterval(() => {}, 1000); await new Promise(() => {}) }
if (all.includes('ABORT')) process.abort()
if (all.includes('GONE')) process.exit(127)
for (const [name, text] of texts) {
  if (text.includes('HALF')) { console.error('TypeError: of null'); process.exit(1) }
  if (text.includes('FIXME')) { console.log(name + '(1,1): error: FIXME is not liked'); process.exitCode = 1 }
}
`
const old: Files = { 'lint.mjs': lint, 'src/a.js': '// FIXME\n', 'src/z.js': '// FIXME\n' }
const slugWith = (word: string): Files => ({
  'src/text.js': source(`return text.trim().toLowerCase().replaceAll(' ', '-') // ${word}`),
})

async function combined(before: Files, after: Files, checks: readonly string[], more: object = {}) {
  const head = { commit: await checkouts.commit(before), evidence: null }
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(start), evidence: null } }]
  return await judge('combined', after, { cycles, head }, { checks, ...more })
}

test.concurrent.each([
  ['CRASH', /\(exit 2\)\. Before this work it said what is wrong with which file, and it does so no more\./],
  ['HANG', /\(it does not end within 12 s\)\. It ran before this work\./],
  ['ABORT', /\(it is ended by SIGABRT\)\. It ran before this work\./],
  ['GONE', /\(a program that it starts is not found\)\. It ran before this work\./],
  [
    'HALF',
    /\(exit 1\)\. What it found before in src\/z\.js, which this work did not change, it says no more, though it fails\./,
  ],
])('a check that failed before, and that the work breaks, is refused: %s', async (word, says) => {
  const judged = await combined({ ...bare, ...old }, { ...green, ...old, ...slugWith(word) }, ['node lint.mjs'], {
    // Only one of them waits for it: on a busy machine the others need seconds to begin.
    checkLimitMs: word === 'HANG' ? 12_000 : 240_000,
  })
  expect([judged.rules, judged.data['checks']]).toMatchObject([['check-failed'], [{ stands: 'broken' }]])
  expect(judged.findings[0]?.message).toMatch(says)
})

test.concurrent.each(['CRASH', 'HALF'])(
  'so is one that breaks when it has said all that it said before: %s',
  async (word) => {
    const late = {
      'src/a.js': '// FIXME\n',
      'lint.mjs': lint
        .replace(/^if \(all.includes\('CRASH'\)\).*\n/m, '')
        .concat(`if (all.includes('CRASH')) { console.error('Oops! Something went wrong.'); process.exit(2) }\n`),
    }
    const judged = await combined({ ...bare, ...late }, { ...green, ...late, ...slugWith(word) }, ['node lint.mjs'])
    expect([judged.rules, judged.data['checks']]).toMatchObject([['check-failed'], [{ stands: 'broken' }]])
  },
)

test.concurrent('a check that failed before, and does as it did, refuses nothing', async () => {
  const judged = await combined({ ...bare, ...old }, { ...green, ...old }, ['node lint.mjs'])
  expect(judged).toMatchObject({ verdict: 'pass', data: { checks: [{ stands: 'failed-before' }] } })
})

test.concurrent('source that a check runs writes nothing that the next check reads', async () => {
  const api = { 'lint.mjs': lint, 'api.mjs': `import './src/text.js'\n` }
  const rewriting = `if (process.argv[1]?.endsWith('api.mjs')) (await import('node:fs')).writeFileSync('lint.mjs', '')\n`
  const evil = { 'src/text.js': `${slugWith('FIXME')['src/text.js']}${rewriting}` }
  const checks = ['node api.mjs', 'node lint.mjs']
  const judged = await combined({ ...bare, ...api }, { ...green, ...api, ...evil }, checks)
  expect([judged.rules, judged.data['checks']]).toMatchObject([
    ['check-failed'],
    [{ stands: 'passes' }, { stands: 'fails' }],
  ])
})
