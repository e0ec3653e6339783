import { cleanBlobs, memoryBlobs, nothingSecret, runProof } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../measuring/src/fixture/local-processes.ts'
import { aspects, reviewFound } from '../machine/gate-parameters.ts'
import { gateKit } from './index.ts'
import { proofs } from './proofs/proofs.ts'

const checkouts = folderCheckouts()
const blobs = cleanBlobs(memoryBlobs(), nothingSecret)
const gates = gateKit.open({ checkouts, blobs, processes: localProcesses() })

for (const proof of proofs) {
  test(`the gate ${proof.rule === null ? 'passes' : 'refuses'} ${proof.title}`, async () => {
    proves('SIG-47')
    const verdict = proof.rule === null ? /^pass$/ : new RegExp(`^(fail|unknown): .*\\b${proof.rule}\\b`)
    expect(await runProof(proof, gates, checkouts.commit)).toEqual({ ok: true, saw: expect.stringMatching(verdict) })
  })
}

async function judge(title: string) {
  const proof = proofs.find((each) => each.title === title)
  if (proof === undefined) throw new Error(`no proof ${title}`)
  const [before, after] = [await checkouts.commit(proof.before), await checkouts.commit(proof.after)]
  const parameters = await proof.parameters({ before, after, other: () => '', judge: async () => '' })
  const check = {
    kind: 'check',
    id: 'review',
    at: { step: 'review' },
    gate: 'review',
    commit: after,
    parameters,
  } as const
  const judged = await gates.check(check, AbortSignal.timeout(60_000))
  return { ...judged, found: reviewFound.parse(judged.data) }
}

test('each part has a verdict of its own, with evidence that tells by what; the worst one counts', async () => {
  proves('SIG-48')
  const { verdict, findings, found } = await judge('an interface with other parameters')
  expect(verdict).toBe('fail')
  expect(found.verdicts.map(({ of, verdict: each }) => [of, each])).toEqual(
    aspects.map((of) => [of, of === 'interface' ? 'fail' : 'pass']),
  )
  expect(new Set(found.verdicts.map(({ evidence }) => evidence)).size).toBe(aspects.length)
  for (const { of, evidence } of found.verdicts)
    expect(JSON.parse(new TextDecoder().decode(blobs.get(evidence)))).toMatchObject({ gate: 'review', of })
  const own = found.verdicts.find(({ of }) => of === 'interface')?.evidence
  expect(findings).toEqual([
    expect.objectContaining({
      rule: 'signature-differs',
      message: expect.stringContaining('src/slugify.js'),
      evidence: own,
    }),
  ])
})

test('what cannot be judged is no pass, whatever else passes', async () => {
  proves('SIG-48')
  const { verdict, found } = await judge('a check that cannot be run')
  expect(verdict).toBe('unknown')
  expect(found.verdicts.filter(({ verdict: each }) => each === 'pass').map(({ of }) => of)).toEqual([
    'deviation',
    'interface',
    'tests',
  ])
})

test('without a check of the project’s own that is said; the tree, the sections and the changed files are known', async () => {
  proves('SIG-89')
  const { found } = await judge('a module that was built as planned')
  expect(found.verdicts[0]).toMatchObject({ of: 'checks', verdict: 'pass', said: 'None is configured.' })
  expect(found.sections).toEqual(['Text', 'Interface', 'Behaviour'])
  expect(found.files).toEqual(['src/slugify.js', 'test/slugify.test.js'])
  expect(found.tree).not.toBe('')
})
