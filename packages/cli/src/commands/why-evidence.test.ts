import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
import { DatabaseSync } from 'node:sqlite'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugTest, textModule } from '../testing/text-module.ts'

/** A test that prints what would clear the screen, and more lines than anybody reads. */
const loudTest = `${slugTest}console.log('\\u001b[2J\\u202eloud\\n' + 'line\\n'.repeat(500))\n`
const script = scriptOf(
  { when: { phase: 'RED' }, write: { 'test/slug.test.js': loudTest }, answer: '→[RC, one test]' },
  { when: { phase: 'GREEN' }, write: { 'test/slug.test.js': '' }, answer: '→[GC, \u202e it works]' },
)
const namesIn = (text: string): readonly string[] => [...new Set(text.match(/\b[0-9a-f]{12}\b/g))]

test('of a step, and of passes on request, all that was kept is shown, bounded, and each name leads to the whole of it', {
  timeout: 120_000,
}, async () => {
  proves('SIG-50')
  using project = await temporaryProject({ ...textModule, 'script.json': script })
  const world = commandWorld(project)
  const run = String((await world.run('tdd', 'text')).result['run'])
  const { exit, stdout } = await world.run('why', 'C1.red.check')
  expect([exit, stdout]).toEqual([0, expect.stringContaining('Nothing of C1.red.check was refused.')])
  for (const told of [
    /^C1 red check: passed {2}\(event \d+/m,
    /^ {2}commit {6}[0-9a-f]{10}, against [0-9a-f]{10}$/m,
    /^ {2}tests {7}1 passed, 1 failed; before: 1 passed, 0 failed$/m,
    /✗ test\/slug\.test\.js › makes a slug \(new\): not implemented$/m,
    /^ {2}changed {5}A test\/slug\.test\.js$/m,
    /^ {2}sha256 of {3}src\/text\.js {2}[0-9a-f]{12}$/m,
    /^ {2}output {6}[0-9a-f]{12}$/m,
    /… \d{3} lines more: sigma why [0-9a-f]{12} …/,
  ])
    expect(stdout).toMatch(told)
  expect(stdout.split('\n').length).toBeLessThan(80)

  const [patch = ''] = /(?<=^ {2}patch {7})[0-9a-f]{12}$/m.exec(stdout) ?? []
  expect((await world.run('why', patch)).stdout).toMatch(/^diff --git a\/test\/slug.test.js [\s\S]*^\+import assert/m)
  const [output = ''] = /(?<=^ {2}output {6})[0-9a-f]{12}$/m.exec(stdout) ?? []
  expect((await world.run('why', output)).stdout.match(/^line$/gm)).toHaveLength(500)
  const [evidence = ''] = /(?<=^ {2}evidence {4})[0-9a-f]{12}/m.exec(stdout) ?? []
  const raw = (await world.run('why', `sha256:${evidence}`)).stdout
  expect(JSON.parse(raw)).toMatchObject({ gate: 'red', newTests: ['test/slug.test.js › makes a slug'] })

  const all = (await world.run('why', 'C1', '--evidence')).stdout
  expect(all).toMatch(/C1 red: answered →RC[\s\S]*C1 red check: passed[\s\S]*C1 green: failed \(trespass\)/)
  for (const turn of all.split(/\n(?=C1 \w+: )/).slice(1)) expect(turn).toMatch(/handoff {5}[0-9a-f]{12}[\s\S]*output/)
  expect(namesIn(all).length).toBeGreaterThan(8)

  const json = (await world.run('why', 'C1.red.check', '--json')).result
  expect(json).toMatchObject({
    refusals: [],
    steps: [
      {
        id: 'C1.red.check',
        verdict: 'pass',
        evidence: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        measured: {
          changes: [{ path: 'test/slug.test.js', status: 'A' }],
          after: { output: expect.stringMatching(output) },
          sets: {
            new: ['test/slug.test.js › makes a slug'],
            vanished: [],
            failing: { before: [], after: ['test/slug.test.js › makes a slug'] },
            passing: { before: ['test/shout.test.js › shouts'], after: ['test/shout.test.js › shouts'] },
          },
        },
      },
    ],
  })
  expect(world.printed()).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
  expect(
    all.split('\n').filter((line) => line.length > 80 && line.split(/ +/).length > 4 && line.startsWith('  ')),
  ).toEqual([])

  // A name that is none is said to be none.
  const missing = await world.run('why', 'f'.repeat(12))
  expect([missing.exit, missing.stderr]).toEqual([1, expect.stringMatching(/has no work called "f+"/)])
  const named = await world.run('why', 'sha256:0123')
  expect([named.exit, named.stderr]).toEqual([1, expect.stringMatching(/Nothing is kept under the name sha256:0123/)])

  // What only evidence names is proved as well.
  const store = new DatabaseSync(join(project.root, '.sigma/sigma.db'))
  store.exec(`UPDATE blobs SET content = CAST('all passed' AS BLOB) WHERE hash LIKE '${output}%'`)
  store.close()
  const changed = await world.run('why', 'C1.red.check')
  expect([changed.exit, changed.stderr]).toEqual([
    1,
    expect.stringMatching(/What is stored as sha256:[0-9a-f]+ was changed/),
  ])
  const doctor = await world.run('doctor', run, '--json')
  expect([doctor.exit, JSON.stringify(doctor.result)]).toEqual([
    1,
    expect.stringContaining('does not have that hash any more'),
  ])
})
