import type { Files } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { bare, green, source, start } from './proofs/slug.ts'

const { judge, checkouts, blobs, processes } = trial()

/** A linter: names each place of a word that it does not like, as `file(line,column)`. */
const lint = `import { readdirSync, readFileSync } from 'node:fs'
const [word, ...folders] = process.argv.slice(2)
let found = 0
for (const folder of folders) for (const name of readdirSync(folder)) {
  for (const [at, text] of readFileSync(folder + '/' + name, 'utf8').split('\\n').entries()) {
    if (!text.includes(word)) continue
    found += 1
    console.log('\\x1b[31m' + process.cwd() + '/' + folder + '/' + name + '(' + (at + 1) + ',1): error: ' + text.slice(text.indexOf(word)) + ' is not liked\\x1b[0m')
  }
}
process.exitCode = found === 0 ? 0 : 1
`

const withLint = (files: Files): Files => ({ ...files, 'lint.mjs': lint })
const disliked = source(`return text.trim().toLowerCase().replaceAll(' ', '-') // FIXME`)

/** The combination of one cycle, compared with `before`. */
async function combined(before: Files, after: Files, checks: readonly string[], more: object = {}) {
  const head = { commit: await checkouts.commit(withLint(before)), evidence: null }
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(withLint(start)), evidence: null } }]
  return await judge('combined', withLint(after), { cycles, head }, { checks, ...more })
}

test.concurrent('a check that the work broke is refused with its own words, without colours and without paths of this machine', async () => {
  const judged = await combined(bare, { ...green, 'src/text.js': disliked }, ['node lint.mjs FIXME src test'])
  expect([judged.verdict, judged.rules]).toEqual(['fail', ['check-failed']])
  expect(judged.findings[0]?.message).toBe(
    '`node lint.mjs FIXME src test` fails in src/text.js (exit 1). It passed before this work. It prints:\nsrc/text.js(3,1): error: FIXME is not liked',
  )
  expect(judged.data).toMatchObject({ checks: [{ stands: 'fails' }] })
  const [seen] = judged.seen.checks ?? []
  expect(seen).toMatchObject({ stands: 'fails', outcome: 'failed', exit: 1, isWhole: true })
  expect(new TextDecoder().decode(blobs.get(seen?.output ?? ''))).toBe('src/text.js(3,1): error: FIXME is not liked')
})

test.concurrent('what it says of tests is for whoever writes tests, and of the rest for whoever writes the implementation', async () => {
  const tests = { 'test/slug.test.js': `${green['test/slug.test.js']}// FIXME\n` }
  const check = ['node lint.mjs FIXME src test']
  const both = await combined(bare, { ...green, ...tests, 'src/text.js': disliked }, check)
  expect(both.findings.map(({ rule, message }) => [rule, /in (\S+) /.exec(message)?.[1]])).toEqual([
    ['check-failed-in-tests', 'test/slug.test.js'],
    ['check-failed', 'src/text.js'],
  ])
  expect((await combined(bare, { ...green, ...tests }, check)).rules).toEqual(['check-failed-in-tests'])
})

test.concurrent('a check that names no file is told with the end of what it prints', async () => {
  const noisy = {
    'noisy.mjs': `for (let n = 0; n < 400; n += 1) console.log('line', n)\nprocess.exitCode = Number(process.argv[2])\n`,
  }
  const quiet = { 'noisy.mjs': '' }
  const judged = await combined({ ...bare, ...quiet }, { ...green, ...noisy }, ['node noisy.mjs 3'])
  expect(judged.rules).toEqual(['check-failed'])
  expect(judged.findings[0]?.message).toMatch(/fails \(exit 3\)\. .*\n\(\d+ characters before\) … [\s\S]*line 399$/)
})

test.concurrent('checks that pass are told, each by its command, in their order', async () => {
  const judged = await combined(bare, green, ['node lint.mjs FIXME src', 'node --check src/text.js'])
  expect(judged).toMatchObject({
    verdict: 'pass',
    data: {
      checks: [
        { command: 'node lint.mjs FIXME src', stands: 'passes' },
        { command: 'node --check src/text.js', stands: 'passes' },
      ],
    },
  })
})

test.concurrent('no check is run while a test fails, and none where none is configured', async () => {
  const broken = { ...green, 'src/text.js': source(`return 'FIXME'`) }
  const judged = await combined(bare, broken, ['node lint.mjs FIXME src'])
  expect([judged.rules, judged.seen.checks]).toEqual([['test-fails'], null])
  expect((await combined(bare, green, [])).seen.checks).toEqual(null)
})

test.concurrent('a check that failed before is known, and refused only for what is new in what the work changed', async () => {
  const old = { 'src/old.js': '// FIXME one\n' }
  const check = ['node lint.mjs FIXME src']
  const same = await combined({ ...bare, ...old }, { ...green, 'src/old.js': '\n\n// FIXME one\n' }, check)
  expect(same).toMatchObject({ verdict: 'pass', data: { checks: [{ stands: 'failed-before' }] } })
  const grew = await combined({ ...bare, ...old }, { ...green, ...old, 'src/text.js': disliked }, check)
  expect([grew.rules, grew.data['checks']]).toMatchObject([['check-failed'], [{ stands: 'grew' }]])
  expect(grew.findings[0]?.message).toMatch(
    /in src\/text\.js .* not with this\. It prints:\nsrc\/text\.js\(3,1\)[^\n]*$/,
  )
})

test.concurrent('what a check said at HEAD of any file is told apart where new files have it too, and its new words are refused', async () => {
  const old = { 'test/slow.test.js': '// FIXME one\n' }
  const check = ['node lint.mjs FIXME src test']
  const more = (words: string): Files => ({ ...green, 'test/slug.test.js': `${green['test/slug.test.js']}${words}` })
  const told = await combined({ ...bare, ...old }, { ...more('// FIXME one\n'), ...old }, check)
  expect(told).toMatchObject({ verdict: 'pass', data: { checks: [{ stands: 'failed-before', asAtHead: 1 }] } })
  expect(told.seen.checks).toMatchObject([{ stands: 'failed-before', asAtHead: 1 }])
  // What a file said that the work took away was said too.
  expect(await combined({ ...bare, ...old }, more('// FIXME one\n'), check)).toMatchObject({
    verdict: 'pass',
    data: { checks: [{ stands: 'failed-before', asAtHead: 1 }] },
  })
  const both = await combined({ ...bare, ...old }, { ...more('// FIXME one\n// FIXME two\n'), ...old }, check)
  expect([both.rules, both.data['checks']]).toMatchObject([
    ['check-failed-in-tests'],
    [{ stands: 'grew', asAtHead: 1 }],
  ])
  expect(both.findings[0]?.message).toMatch(/It prints:\ntest\/slug\.test\.js\(\d+,1\): error: FIXME two is not liked$/)
  const fresh = await combined({ ...bare, ...old }, { ...more('// FIXME two\n'), ...old }, check)
  expect([fresh.rules, fresh.data['checks']], fresh.findings[0]?.message).toEqual([
    ['check-failed-in-tests'],
    [{ command: check[0], stands: 'grew', why: null }],
  ])
})

test.concurrent('what an old failure finds anew in files that nobody changed, or may have left out, is not refused', async () => {
  const old = { 'src/old.js': '' }
  const prints = (lines: readonly string[], before: readonly string[]): Files => ({
    'says.mjs': `import { readFileSync } from 'node:fs'
console.log('src/old.js:1:1 old')
const isDone = readFileSync('src/text.js', 'utf8').includes('trim')
for (const line of isDone ? ${JSON.stringify(lines)} : ${JSON.stringify(before)}) console.log(line)
process.exitCode = 1
`,
  })
  const stands = async (lines: readonly string[], before: readonly string[] = []) => {
    const says = prints(lines, before)
    const judged = await combined({ ...bare, ...old, ...says }, { ...green, ...old, ...says }, ['node says.mjs'])
    return [judged.verdict, judged.data['checks']]
  }
  expect(await stands(['src/old.js:1:1 new'])).toMatchObject(['pass', [{ stands: 'failed-before' }]])
  expect(await stands(['src/text.js:1:1 new'])).toMatchObject(['fail', [{ stands: 'grew' }]])
  const cut = 'Diagnostics not shown: 5.'
  expect(await stands(['src/text.js:1:1 new', cut])).toMatchObject(['fail', [{ stands: 'grew' }]])
  const unclear = ['pass', [{ stands: 'unclear', why: 'its output is not whole' }]]
  expect(await stands([cut])).toMatchObject(unclear)
  // What was not shown before may be what is shown now.
  expect(await stands(['src/text.js:1:1 new'], [cut])).toMatchObject(unclear)
})

test.concurrent('a check that could not be run before says nothing of the work, and is told', async () => {
  const checks = ['no-such-program --all', 'npm run nothing', `sh -c 'exit 127'`, 'a | b']
  const judged = await combined(bare, green, checks)
  expect(judged).toMatchObject({
    verdict: 'pass',
    data: {
      checks: [
        { stands: 'cannot-run', why: expect.stringContaining('no-such-program') },
        { stands: 'cannot-run', why: 'package.json has no such script' },
        { stands: 'cannot-run', why: 'a program that it starts is not found' },
        { stands: 'cannot-run', why: expect.stringContaining('needs a shell') },
      ],
    },
  })
})

test.concurrent('a check that the work keeps from ending is refused where it ended before', async () => {
  const check = ['node -r ./src/text.js -e 0']
  const endless = {
    'src/text.js': `${green['src/text.js']}if (process.env.npm_config_fund) setInterval(() => {}, 1000)\n`,
  }
  const judged = await combined(bare, { ...green, ...endless }, check, { checkLimitMs: 10_000 })
  expect(judged.rules).toEqual(['check-failed'])
  expect(judged.findings[0]?.message).toContain('it does not end within 10 s')
})

test.concurrent('what a check wrote is gone, and what the tests wrote is not what is checked', async () => {
  const writing = {
    'test/writes.test.js': `import { writeFileSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('writes', () => writeFileSync('src/left.js', '// FIXME'))\n`,
  }
  expect(await combined(bare, { ...green, ...writing }, ['node lint.mjs FIXME src'])).toMatchObject({ verdict: 'pass' })
})

test.concurrent('what was there before is measured once, and not at all where the baseline has it', async () => {
  const check = 'node lint.mjs FIXME src once'
  const project = { checks: [check] }
  const runs = () => processes.started.filter((words) => words.join(' ') === check).length
  const after = withLint({ ...green, 'src/text.js': disliked, 'once/a': '' })
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(withLint(start)), evidence: null } }]
  const before = { commit: await checkouts.commit(withLint({ ...bare, 'once/a': '' })), evidence: null }
  for (const _ of [1, 2]) await judge('combined', after, { cycles, head: before }, project)
  expect(runs()).toBe(3)
  const base = await judge('baseline', withLint({ ...bare, 'once/a': 'FIXME' }), {}, project)
  expect([base.verdict, base.data['checksBefore']]).toEqual([
    'pass',
    [{ command: check, stands: 'failed-before', why: null }],
  ])
  expect(runs()).toBe(4)
  const judged = await judge('combined', after, { cycles, head: { ...base.baseline } }, project)
  // It is run on the work alone.
  expect([judged.rules, judged.data['checks'], runs()]).toMatchObject([['check-failed'], [{ stands: 'grew' }], 5])
})
