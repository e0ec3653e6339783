import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const { judge, checkouts } = trial(undefined, modules)

for (const runner of ['vitest', 'jest']) {
  test.concurrent(`with ${runner} the first module of a project loads, before there is any test`, async () => {
    proves('DPTR-78')
    const manifest = JSON.stringify({ jest: { transform: {} } })
    const text = (body: string): string =>
      runner === 'jest' ? `exports.slug = ${body}` : `export const slug = ${body}`
    const untested = { 'package.json': manifest, 'src/text.js': text('null\n') }
    const before = { commit: await checkouts.commit(untested), evidence: null }
    const after = { ...untested, 'src/text.js': text(`(text) => {\n  throw new Error('not implemented')\n}\n`) }
    const judged = await judge('phase0', after, { before, interfaces: ['slug(text)'] }, { runner })
    expect(judged).toMatchObject({ verdict: 'pass', findings: [], data: { loaded: ['src/text.js'] } })
  })
}
