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
      ],
      "b16591296e59705a415c273f023fdba676ab8aa64d0bfcf7a936602b9ed0f9b6",
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
    `"656d6f6562780ed99980c4771bf6f1a268c938a282b4f30cb33c3edb87f18022"`,
  )
})
