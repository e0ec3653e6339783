import { sha256 } from '@sigma/engine'
import { linesOf } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { canonical } from '../../../engine/src/identity/canonical.ts'
import { kits } from '../../kits.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { stage } from '../testing/stage.ts'

test('what a protocol wishes for, to the last word, belongs to its version: a run that is open is replayed by it', async () => {
  const play = stage()
  const host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [1] }))
  await moved(host.settled(run), play.clock)
  await host.stop()
  const effects = [...linesOf(play.disk.open().database, run)].map((line) => line.effects)
  const pinned = kits.map(({ name, version }) => `${name} ${version}`)
  // Another hash with the same version strands the runs that people have open: raise the version with it.
  expect([pinned, sha256(canonical(effects))]).toMatchInlineSnapshot(`
    [
      [
        "tdd 1",
        "plan 1",
        "design 1",
        "review 1",
        "project 2",
        "board 1",
        "validation 1",
        "reasoning 1",
        "steps 2",
      ],
      "28b996032e45e6d09f03306d31914d14dc6fb8311a326b38ecb5561905de6ff5",
    ]
  `)
})

test('the same of a run whose branch has moved by its end', async () => {
  const play = stage({
    judge: ({ gate }) => (gate === 'base' ? { verdict: 'pass', data: { stands: 'ahead', head: 'moved' } } : 'pass'),
  })
  const theirs = { 'package.json': '{}', 'src/index.js': 'export {}', 'src/theirs.js': 'x' }
  play.world.commits.set('moved', { files: theirs, parents: ['base'], message: 'Theirs', trailers: {} })
  const host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [1], target: 'refs/heads/main' }))
  const { result } = await moved(host.settled(run), play.clock)
  await host.stop()
  const delivered = play.world.commits.get(play.world.branches.get(`sigma/${run}`) ?? '')
  expect(delivered).toMatchObject({ parents: ['moved'], files: { 'src/theirs.js': 'x' } })
  expect(delivered?.files['src/feature1.js']).toBeDefined()
  expect(result).toMatchObject({ success: true, status: expect.stringContaining('Carried over to main at moved') })
  const effects = [...linesOf(play.disk.open().database, run)].map((line) => line.effects)
  expect(sha256(canonical(effects))).toMatchInlineSnapshot(
    `"421ab12a0c5d25bdef7d7021189c0cc1ee4108dbcada5541781d0e828a1ee8e8"`,
  )
})
