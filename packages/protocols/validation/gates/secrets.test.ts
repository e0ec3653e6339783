/** What a specialist found is told without the secrets that stand in it, known ones and those that look like one. */
import { cleanBlobs, memoryBlobs } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { secretsOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../measuring/src/fixture/local-processes.ts'
import { checkedSchema } from '../machine/found.ts'
import { sampleValidationInput } from '../machine/sample.ts'
import type { SpecialistSettings } from '../specialist-settings.ts'
import { gateKit } from './index.ts'

const password = 'correct-horse-battery'
const token = `ghp_${'Ab3'.repeat(12)}`
const sources = { environment: { DB_PASSWORD: password }, agents: {}, tests: {}, files: [] }
const secrets = secretsOf(sources)
const checkouts = folderCheckouts()
const blobs = cleanBlobs(memoryBlobs(), secrets)
const gates = gateKit.open({ checkouts, blobs, processes: localProcesses(), secrets })

const project = {
  ...sampleValidationInput().project,
  ...{ runner: 'node:test', tests: ['test/**'], source: ['src/**'] },
}

const commands: SpecialistSettings = {
  ...{ by: 'commands', commands: ['node check.js'], findings: [1], reads: 'output' },
}
const suite: SpecialistSettings = { by: 'tests', files: ['**'], mayLack: false }
const told = `${password} and ${token}`

test.each([
  ['a command', commands, { 'check.js': `console.log('src/a.js:1:1 secret: ${told}')\nprocess.exit(1)\n` }],
  [
    'a test',
    suite,
    {
      'test/a.test.js': `require('node:test').test('knows ${token}', () => { throw new Error('It is ${told}.') })\n`,
    },
  ],
])('what %s prints of secrets is masked in what is told of it, and in its evidence', async (_, settings, files) => {
  proves('VAL-103')
  const commit = await checkouts.commit({ 'src/a.js': `const key = '${token}'\n`, ...files })
  const parameters = z
    .record(z.string(), z.json())
    .parse(jsonOf({ project, base: commit, specialist: 'security', settings, coverage: 0, iteration: 1 }))
  const check = { kind: 'check', id: 'c', at: { step: 'c' }, gate: 'specialist', commit } as const
  const { data, evidence } = await gates.check({ ...check, parameters }, AbortSignal.timeout(60_000))
  const { failures } = checkedSchema.parse(data)
  expect(failures).toHaveLength(1)
  const kept = Buffer.from(blobs.get(evidence)).toString('utf8')
  for (const text of [
    JSON.stringify(secrets.event({ kind: 'judged', id: 'c', verdict: 'fail', findings: [], data, evidence })),
    kept,
  ]) {
    expect(text).toContain('[secret DB_PASSWORD]')
    expect(text).not.toContain(password)
    expect(text).not.toContain(token)
  }
})
