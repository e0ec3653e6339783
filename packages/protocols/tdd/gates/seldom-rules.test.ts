/** Refusals that seldom come about: each by the work that brings it about. */
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { green as done, red as failing, slugTest, source, start, tests } from './proofs/slug.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const { red, green, judge } = trial()
const returning = { ...start, 'src/text.js': source(`return text.trim().replaceAll(' ', '-')`) }
const withTests = (code: string) => ({ ...returning, 'test/slug.test.js': tests(code) })

/** The same project with vitest. */
const head = `import { afterAll, expect, test } from 'vitest'\nimport * as source from '../src/text.js'\n`
const written = `test('makes a slug', () => expect(source.slug('A b')).toBe('a-b'))\n`
const withVitest = async (code: string) => {
  const project = {
    ...returning,
    'test/old.test.js': `${head}test('shouts', () => expect(source.shout('a')).toBe('A'))\n`,
  }
  const after = { ...project, 'test/slug.test.js': `${head}${code}` }
  return await trial(undefined, modules).red(project, after, { runner: 'vitest' })
}

test.concurrent('a hook that fails after the tests is refused, though each of them was measured', async () => {
  proves('SIG-37')
  const judged = await withVitest(`afterAll(() => { throw new Error('no database') })\n${written}`)
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['hook-failed'] })
})

test.concurrent('an error that no test catches is refused', async () => {
  proves('SIG-37')
  const late = `test('is late', () => { setTimeout(() => { throw new Error('late') }); expect(source.slug('A b')).toBe('a-b') })\n`
  expect(await withVitest(late)).toMatchObject({ verdict: 'fail', rules: ['unhandled-error'] })
})

test.concurrent('more new tests than can be run alone are not judged', async () => {
  proves('SIG-39', 'SIG-49')
  const many = Array.from({ length: 61 }, (_, at) => slugTest.replace('makes a slug', `makes slug ${at}`)).join('\n')
  expect(await red(returning, withTests(many))).toMatchObject({ verdict: 'unknown', rules: ['too-many-tests'] })
})

test.concurrent('of a test that cannot be run without its neighbours, it is not known whether it calls anything', async () => {
  proves('SIG-39', 'SIG-49')
  const first = `let ready = false\ntest('is first', () => { ready = true; assert.equal(source.slug('A'), 'a') })`
  const second = slugTest.replace('() =>', '() => { while (!ready); return').replace(/\)$/, ' })')
  const judged = await red(returning, withTests(`${first}\n${second}`), { checkLimitMs: 4_000 })
  expect(judged).toMatchObject({ verdict: 'unknown', rules: ['calls-unknown'] })
})

test.concurrent('code that cannot be read is not judged by how hard it is to follow', async () => {
  proves('SIG-44', 'SIG-49')
  const accepted = await green(start, await red(start, failing), done)
  const after = { ...done, 'src/unread.js': 'export const = 1\n' }
  const given = { before: { ...accepted.baseline }, of: 'implementation' }
  expect(await judge('refactor', after, given)).toMatchObject({ verdict: 'unknown', rules: ['measures-unknown'] })
})
