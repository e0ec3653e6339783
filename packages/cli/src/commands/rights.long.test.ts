/** Rights of roles, in whole runs as users start them: files a turn may write, and theatre that is never completed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPhaseEvents } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { type ScriptedTurn, scriptOf, slugSource, slugTest, textConfig, textModule } from '../testing/text-module.ts'

const slow = { timeout: 480_000 }
const head = slugTest.slice(0, slugTest.indexOf("test('"))
const inRed = (test: string): ScriptedTurn => ({
  when: { phase: 'RED' },
  write: { 'test/slug.test.js': `${head}${test}\n` },
  answer: '→[RC, all as it should be]',
})
const inGreen = (write: Readonly<Record<string, string>>): ScriptedTurn => ({
  when: { phase: 'GREEN' },
  write,
  answer: '→[GC, all as it should be]',
})
const stub = { 'src/text.js': slugSource.replace(/return text\.toLowerCase.*/, "return ''") }

/** Plays a run of one try, with whatever question a person gets answered by `skip`. */
async function played(script: string, config: object = {}) {
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': JSON.stringify({ ...textConfig, limits: { tries: 1 }, ...config }),
    'script.json': script,
  })
  const world = commandWorld(project)
  const first = await world.run('tdd', 'text')
  const [decision] = /text-\w+\/C1\.\S+?\.decision/.exec(first.stdout) ?? []
  const last = decision === undefined ? first : await world.run('decide', decision, 'skip')
  const log = readFileSync(join(project.root, '.claude-collective/metrics/sigma/text/events.log'), 'utf8')
  const phases = readPhaseEvents(log).map(({ phase, code }) => `${phase} ${code}`)
  return { exits: [first.exit, last.exit], outcome: last.result['outcome'], phases, said: first.stdout + first.stderr }
}

test.each([
  ['a test that cannot pass', [inRed(`test('makes a slug', () => assert.equal(1, 2))`)], ['RED unexpected_pass']],
  ['a test that cannot fail', [inRed(`test('makes a slug', () => assert.equal(1, 1))`)], ['RED unexpected_pass']],
  ['an implementation that does nothing', [inGreen(stub)], ['RED →RC', 'GREEN unexpected_fail']],
  [
    'that and a test which cannot fail over the one that was accepted',
    [inGreen({ ...stub, 'test/slug.test.js': `${head}test('makes a slug', () => assert.equal(1, 1))\n` })],
    ['RED →RC'],
  ],
])('every code is right, over %s: it ends refused, and is never completed', slow, async (_, turns, phases) => {
  proves('SIG-51')
  const ended = await played(scriptOf(...turns))
  expect(ended).toMatchObject({ exits: [3, 2], outcome: 'refused', phases })
})

test(
  'what a turn writes of the memory bank is its own affair, within its rights: those of its role, and of the settings',
  slow,
  async () => {
    proves('DPTR-16', 'DPTR-73')
    const noting = scriptOf(inGreen({ 'src/text.js': slugSource, 'memory-bank/notes.md': '# Notes\n' }))
    const refused = await played(noting)
    expect(refused).toMatchObject({ exits: [3, 2], outcome: 'refused', phases: ['RED →RC'] })
    expect(refused.said).toContain('memory-bank/notes.md')
    const given = await played(noting, { source: ['src/**', 'memory-bank/notes.md'] })
    expect(given).toMatchObject({
      exits: [0, 0],
      outcome: 'completed',
      phases: ['RED →RC', 'GREEN →GC', 'REFACTOR →RIC'],
    })
  },
)
