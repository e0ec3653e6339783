import { cleanBlobs, memoryBlobs, nothingSecret, runProof, sha256 } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../measuring/src/fixture/local-processes.ts'
import type { DesignParameters } from '../machine/gate-parameters.ts'
import { gateKit } from './index.ts'
import { proofs } from './proofs/proofs.ts'

const checkouts = folderCheckouts()
const blobs = cleanBlobs(memoryBlobs(), nothingSecret)
const gates = gateKit.open({ checkouts, blobs, processes: localProcesses() })

for (const proof of proofs) {
  test(`the gate ${proof.rule === null ? 'passes' : 'refuses'} ${proof.title}`, async () => {
    expect(await runProof(proof, gates, checkouts.commit)).toEqual({
      ok: true,
      saw: proof.rule === null ? 'pass' : expect.stringMatching(new RegExp(`^fail: .*\\b${proof.rule}\\b`)),
    })
  })
}

const designPath = 'bank/modules/m/design.md'
const good = '## Interface\n\n```ts\nexport function f(text: string): string\n```\n'

async function judge(files: Readonly<Record<string, string>>, more: Partial<DesignParameters>) {
  const base = await checkouts.commit({ 'a.txt': 'a' })
  const parameters: DesignParameters = {
    item: 'module',
    base,
    folder: 'bank/modules',
    architecture: null,
    design: { path: designPath, blob: null },
    wanted: [],
    written: [],
    exploration: 'bank/exploration.md',
    ...more,
  }
  const commit = await checkouts.commit({ 'a.txt': 'a', ...files })
  const check = { kind: 'check', id: 'design', at: { step: 'design' }, gate: 'design', commit } as const
  return await gates.check(
    { ...check, parameters: z.record(z.string(), z.json()).parse(parameters) },
    AbortSignal.timeout(10_000),
  )
}

test('what passes is named by the hash of its bytes, from the person’s folder or the commit', async () => {
  proves('DPTR-53')
  const document = { path: designPath, blob: `sha256:${sha256(good)}` }
  const blob = blobs.put(good)
  expect(await judge({ [designPath]: good }, {})).toMatchObject({ verdict: 'pass', data: { document, interfaces: 1 } })
  expect(await judge({}, { design: { path: designPath, blob } })).toMatchObject({ verdict: 'pass', data: { document } })
})

test('each finding names the file and its line, and what to do', async () => {
  const text = '# M\n\n## Interface\n\n- `g => of whatever it likes`\n'
  const { verdict, findings, evidence } = await judge({ [designPath]: text }, {})
  expect(verdict).toBe('fail')
  expect(findings).toEqual([
    {
      rule: 'interface-unreadable',
      message: expect.stringContaining(`${designPath}:5: The declaration of g`),
      remedy: expect.stringContaining('without a body'),
      evidence,
    },
  ])
})

test('bytes that are no text are refused, and not looked into', async () => {
  const blob = blobs.put(new Uint8Array([0xff, 0xfe, 0x00]))
  expect(await judge({}, { design: { path: designPath, blob } })).toMatchObject({
    verdict: 'fail',
    findings: [{ rule: 'not-text' }],
  })
})

const draft = { item: 'draft', design: null } as const

test('a draft says which designs were written, in the order of the architecture', async () => {
  const [one, other] = ['bank/modules/a/design.md', 'bank/modules/z/design.md']
  const files = { [one]: good, [other]: good, 'bank/exploration.md': 'found', 'bank/modules/old/design.md': '' }
  expect(await judge(files, { ...draft, written: [one, other] })).toMatchObject({
    verdict: 'pass',
    data: { document: null, modules: ['a', 'z'], interfaces: 2 },
  })
  const listed = { 'bank/systemPatterns.md': '## Modules\n- `z`\n- `a`\n- `old`\n' }
  const architecture = { path: 'bank/systemPatterns.md', blob: null }
  expect(await judge({ ...files, ...listed }, { ...draft, architecture, written: [one, other] })).toMatchObject({
    verdict: 'pass',
    data: { modules: ['z', 'a'] },
  })
})

test('in a draft a design that was made and taken away again is nothing, and one that was there may not go', async () => {
  const written = [designPath, 'bank/modules/n/design.md']
  expect(await judge({ [designPath]: good }, { ...draft, written })).toMatchObject({
    verdict: 'pass',
    data: { modules: ['m'] },
  })
  const base = await checkouts.commit({ 'a.txt': 'a', 'bank/modules/n/design.md': good })
  expect(await judge({ [designPath]: good }, { ...draft, written, base })).toMatchObject({
    verdict: 'fail',
    findings: [{ rule: 'no-design', message: expect.stringContaining('bank/modules/n/design.md') }],
  })
})
