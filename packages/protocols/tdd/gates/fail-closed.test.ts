import { fileURLToPath } from 'node:url'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { green as done, red as failing, oldTest, slugTest, start, tests } from './proofs/slug.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const { red, green } = trial(undefined, modules)
const runners: readonly (readonly [string, (files: Files) => Files])[] = [
  ['node:test', (files) => files],
  ['vitest', (files) => inWords(files, (text) => text.replaceAll(`from 'node:test'`, `from 'vitest'`))],
]
const inWords = (files: Files, change: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]))
const off = (code: string): string => tests(code.replace('test(', 'test.skip('))

for (const [runner, inRunner] of runners) {
  test(`no tests, and none that runs, are no pass with ${runner}`, { timeout: 60_000 }, async () => {
    proves('F53')
    const accepted = await red(inRunner(start), inRunner(failing), { runner })
    expect(accepted.verdict).toBe('pass')
    const none = { ...done, 'test/old.test.js': '// none', 'test/slug.test.js': '// none' }
    const idle = { ...done, 'test/old.test.js': off(oldTest), 'test/slug.test.js': off(slugTest) }
    const judged = await Promise.all(
      [none, idle].map((after) => green(inRunner(start), accepted, inRunner(after), { runner })),
    )
    expect(judged.map(({ verdict }) => verdict)).toEqual(['fail', 'fail'])
    expect(judged[0]?.rules).toContain('test-vanished')
    expect(judged[1]?.rules).toContain('newly-skipped')
    const empty = await red(inRunner({ ...start, 'test/old.test.js': '// none' }), inRunner(none), { runner })
    expect(empty).toMatchObject({ verdict: 'fail', rules: ['no-tests'] })
  })
}
