import { cleanBlobs, memoryBlobs, nothingSecret, runProof } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../measuring/src/fixture/local-processes.ts'
import type { PlanParameters } from '../machine/gate-parameters.ts'
import { gateKit } from './index.ts'
import { proofs } from './proofs/proofs.ts'

const checkouts = folderCheckouts()
const blobs = cleanBlobs(memoryBlobs(), nothingSecret)
const gates = gateKit.open({ checkouts, blobs, processes: localProcesses() })

for (const proof of proofs) {
  test(`the gate ${proof.rule === null ? 'passes' : 'refuses'} ${proof.title}`, async () => {
    proves('DPTR-67')
    expect(await runProof(proof, gates, checkouts.commit)).toEqual({
      ok: true,
      saw: proof.rule === null ? 'pass' : expect.stringMatching(new RegExp(`^fail: .*\\b${proof.rule}\\b`)),
    })
  })
}

const designPath = 'bank/design.md'
const planPath = 'bank/tdd_plan.md'
const design = '## Interface\n\n```ts\nexport function f(text: string): string\nexport function g(): void\n```\n'

async function judge(plan: string, more: Partial<PlanParameters> = {}) {
  const base = await checkouts.commit({ 'a.txt': 'a' })
  const parameters: PlanParameters = {
    module: 'm',
    base,
    design: { path: designPath, blob: blobs.put(design) },
    plan: { path: planPath, blob: null },
    folder: '',
    tests: ['test/**'],
    source: ['src/**'],
    parallel: 2,
    opinions: 'refuse',
    ...more,
  }
  const commit = await checkouts.commit({ 'a.txt': 'a', [planPath]: plan })
  const check = { kind: 'check', id: 'plan', at: { step: 'plan' }, gate: 'plan', commit } as const
  return await gates.check(
    { ...check, parameters: z.record(z.string(), z.json()).parse(parameters) },
    AbortSignal.timeout(10_000),
  )
}

const apart = 'Batch₁:\n□ TDD₁: f [files: src/f.js]\nBatch₂:\n□ TDD₂: g [files: src/g.js]\n'

test('each finding names the plan and its line, and what to do', async () => {
  proves('DPTR-67')
  const { verdict, findings, evidence } = await judge('Batch₁:\n□ TDD₁: f\n□ TDD₂: shout [files: src/g.js, lib/x.js]\n')
  expect(verdict).toBe('fail')
  expect(findings).toEqual([
    expect.objectContaining({
      rule: 'cycle-without-files',
      message: `${planPath}:2: Cycle TDD_1 lists no file.`,
      evidence,
    }),
    expect.objectContaining({ rule: 'interface-unknown', message: expect.stringContaining(`${planPath}:3: `) }),
    expect.objectContaining({ rule: 'stray-file', message: expect.stringContaining('lib/x.js') }),
  ])
})

test('what somebody may see otherwise is only told where a project wants it so', async () => {
  proves('DPTR-67')
  expect(await judge(apart)).toMatchObject({ verdict: 'fail', findings: [{ rule: 'no-batching' }] })
  expect(await judge(apart, { opinions: 'warn' })).toMatchObject({
    verdict: 'pass',
    findings: [],
    data: { cycles: 2, batches: 2, warnings: [expect.stringContaining(`${planPath}:4: No two cycles`)] },
  })
})

test('a plan that no commit holds is judged by its own text', async () => {
  proves('SIG-96')
  const blob = blobs.put(apart.replace('Batch₂:\n', ''))
  expect(await judge('nonsense', { plan: { path: planPath, blob } })).toMatchObject({ verdict: 'pass' })
})

test('a plan for another module, and a declaration that no code can be compared with, are refused', async () => {
  const json = (module: string): string =>
    `\`\`\`json\n${JSON.stringify({ module, cycles: [{ id: 'a', interface: 'h', files: ['src/h.js'] }] })}\n\`\`\`\n`
  const odd = { path: designPath, blob: blobs.put('## Interface\n\n- `h => of whatever it likes`\n') }
  expect(await judge(json('n'), { design: odd })).toMatchObject({
    findings: [{ rule: 'foreign-module' }, { rule: 'interface-unreadable' }],
  })
})
