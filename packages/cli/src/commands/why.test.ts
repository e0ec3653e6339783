import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugTest, textModule } from '../testing/text-module.ts'

const wrong = 'export const shout = (text) => text.toUpperCase()\nexport const slug = (text) => text\n'
/** A test's name that would clear the screen and turn the text round. */
const evilTest = slugTest.replace("'makes a slug'", "'makes a \\u001b[2J\\u202eslug'")
const script = scriptOf(
  { when: { phase: 'RED' }, write: { 'test/slug.test.js': evilTest }, answer: '→[RC, one test]' },
  { when: { phase: 'GREEN' }, write: { 'src/text.js': wrong }, answer: '→[GC, it works]' },
)

test('a refusal is told with rule, evidence and way out, and the path to it, for all that it may be called', {
  timeout: 120_000,
}, async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': script })
  const world = commandWorld(project)
  const { result } = await world.run('tdd', 'text')
  for (const subject of [
    'C1',
    '1',
    'TDD_1',
    'C1.green.check',
    'C1.green',
    `${result['run']}/C1`,
    `${result['run']}/C1.green.dev.decision`,
    String(result['run']),
  ]) {
    const { exit, stdout } = await world.run('why', subject)
    expect([subject, exit, stdout]).toEqual([
      subject,
      0,
      expect.stringContaining('red-test-fails: test/slug.test.js › makes a slug'),
    ])
    expect(stdout).toMatch(
      /way out: .*[\s\S]*✗ test\/slug\.test\.js › makes a slug \(new\): [\s\S]*✓ test\/shout\.test\.js › shouts/,
    )
    expect(stdout).toMatch(/the path of \S+ in text-\w+:\n +\d/)
  }
  expect((await world.run('why', 'C1', '--all')).stdout.match(/C1 green check: refused/g)).toHaveLength(3)
  const { result: told } = await world.run('why', 'C1', '--json')
  expect(told).toMatchObject({ refusals: [{ id: 'C1.green.check', verdict: 'fail' }] })
  expect(await world.run('why', 'phase0')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Nothing of phase0 was refused.'),
  })
  const { exit, stderr } = await world.run('why', 'C7')
  expect([exit, stderr]).toEqual([1, expect.stringMatching(/has no work called "C7"/)])
  expect(world.printed()).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
})
