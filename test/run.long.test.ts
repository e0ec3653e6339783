/** `sigma run` and `sigma fix` from beginning to end: agents that a script plays, real git, a real test runner. */
import type { Reader } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { recordedIn } from './kit/recorded.ts'
import { fingerprint, git, type Repository } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'
import { design, designPath, onBranch, plan, planPath, read, turns, wishing } from './kit/wishes.ts'

const wish = 'Cut long texts, and say so with an ellipsis.'
const deviates = { when: { phase: 'REVIEW' }, answer: '→[DF, Behaviour: the ellipsis is not counted]' }
const ok = (ended: Ended): Ended => {
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  return ended
}

test('a wish becomes a reviewed branch; the person accepts the design, and nothing else is written of theirs', {
  timeout: 300_000,
}, async () => {
  proves('DPTR-01', 'DPTR-03', 'DPTR-05')
  using repository = wishing()
  const waiting = await sigma(repository, 'run', wish)
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  // The same wish again is that run, and not a second one.
  const again = await sigma(repository, 'run', wish)
  expect([again.exit, again.stderr]).toEqual([1, expect.stringContaining('sigma resume run-cut-long-texts')])
  const { decisions } = JSON.parse((await sigma(repository, 'inbox', '--json')).stdout)
  expect(decisions).toHaveLength(1)
  const ended = ok(await sigma(repository, 'decide', decisions[0].id, 'accept'))
  const { outcome, delivered, run } = resultOf(ended)
  expect([outcome, delivered?.branch]).toEqual(['completed', `sigma/${run}`])
  expect(onBranch(repository, delivered?.branch ?? '', 'src/text.js')).toContain('text.slice(0, length)')
  expect(read(repository, designPath)).toBe(design)
  expect(read(repository, planPath)).toBe(plan)
  expect(read(repository, '.claude-collective/metrics/sigma/text/review.md')).toContain('VC')
  // One branch: what its stages hand over is in it.
  expect(git(repository, 'branch', '--list', 'sigma/*').trim()).toBe(`sigma/${run}`)
  const { stdout } = await sigma(repository, 'status')
  expect(stdout.match(/^\S+-\w+ /gm)).toHaveLength(1)
  expect(stdout).toMatch(/stages +design-\w+ \(completed\), plan-\w+ \(completed\), tdd-\w+ \(completed\), review-\w+/)
  expect((await sigma(repository, 'diff', 'text')).stdout).toContain('src/text.js')
  // Its stages are told of in the order in which they were played.
  const story = [...(await sigma(repository, 'log')).stdout.matchAll(/→ACCEPT|decides|its run|→PA|→GC|→VC/g)]
  expect(story.join(' ')).toBe('→ACCEPT decides its run →PA its run →GC its run →VC its run')
  expect(runsIn(await sigma(repository, 'log', '--json')).join(' ')).toMatch(
    /^run-\S+ design-\S+ run-\S+ plan-\S+ run-\S+ tdd-\S+ run-\S+ review-\S+ run-\S+$/,
  )
})

const lineSchema = z.union([
  z.object({ envelope: z.object({ run: z.string(), at: z.string() }) }),
  z.object({ run: z.string(), note: z.object({ at: z.string() }) }),
])

/** The runs that the lines of a log are about, each once where several lines in turn are; the lines are in order of time. */
function runsIn({ stdout }: Ended): readonly string[] {
  const lines = stdout.trimEnd().split('\n')
  const told = lines.map((line) => {
    const said = lineSchema.parse(JSON.parse(line))
    return 'envelope' in said ? said.envelope : { run: said.run, at: said.note.at }
  })
  const times = told.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
  return told.map(({ run }) => run).filter((run, at, runs) => run !== runs[at - 1])
}

test('who wants another design says so in a note, which the designer is told, or without one', {
  timeout: 300_000,
}, async () => {
  using repository = wishing([
    { when: { phase: 'DESIGN', refused: 1 }, write: { [designPath]: `${design}\nPer word.\n` }, answer: '→[DC, so]' },
  ])
  let ended = await sigma(repository, 'run', wish)
  for (const note of [[], ['--note', 'Per word, not per letter.']]) {
    expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
    const { decisions } = JSON.parse((await sigma(repository, 'inbox', '--json')).stdout)
    ended = await sigma(repository, 'decide', decisions[0].id, 'revise', ...note)
  }
  expect(ended.stderr).toContain('designer answers →DC: so')
})

test('a strict run waits for the person twice, for the design and for a review that is refused', {
  timeout: 300_000,
}, async () => {
  proves('DPTR-03', 'DPTR-05')
  using repository = wishing([deviates])
  let ended = await sigma(repository, 'run', wish, '--profile', 'strict')
  for (const asked of ['ready to be accepted', 'The review of text ended refused']) {
    expect([ended.exit, ended.stderr]).toEqual([3, expect.stringContaining(asked)])
    ended = await sigma(repository, 'decide', resultOf(ended).run, 'accept')
  }
  const { delivered, status } = resultOf(ok(ended))
  expect(status).toContain('accepted the review of text')
  expect(onBranch(repository, delivered?.branch ?? '', 'src/text.js')).toContain('text.slice(0, length)')
})

test('with --yes nobody is asked, and it is recorded as a word given beforehand', { timeout: 300_000 }, async () => {
  using repository = wishing()
  const before = fingerprint(repository)
  const ended = ok(await sigma(repository, 'run', wish, '--yes'))
  expect(resultOf(ended).outcome).toBe('completed')
  const {
    'memory-bank/modules/text/design.md': _,
    'memory-bank/modules/text/tdd_plan.md': __,
    ...others
  } = fingerprint(repository)
  expect(others).toEqual(before)
})

test('a quick run of a module with one function asks at most nine times', { timeout: 300_000 }, async () => {
  using repository = wishing([], { [designPath]: design })
  const ended = ok(await sigma(repository, 'run', 'text', '--profile', 'quick'))
  const turns = /took .*?(\d+) turns/.exec(ended.stderr)?.[1]
  expect(Number(turns)).toBeLessThanOrEqual(9)
})

test.each([
  ['leave', 2, 'refused', ['stage-refused', 'deviation']],
  ['accept', 0, 'completed', []],
] as const)(
  'a review that is refused is the person’s: %s',
  { timeout: 300_000 },
  async (option, exit, outcome, rules) => {
    proves('DPTR-03')
    using repository = wishing([deviates], { [designPath]: design })
    const waiting = await sigma(repository, 'run', 'text')
    expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
    expect(resultOf(waiting).delivered).toBe(null)
    const { decisions } = JSON.parse((await sigma(repository, 'inbox', '--json')).stdout)
    const ended = await sigma(repository, 'decide', decisions[0].id, option)
    const { reasons, delivered, ...result } = resultOf(ended)
    expect([ended.exit, result.outcome, delivered?.branch]).toEqual([exit, outcome, `sigma/${result.run}`])
    expect(reasons.map(({ rule }) => rule)).toEqual([...rules])
  },
)

const bug = ['small(null) throws a TypeError.', 'It should give the empty text.'].join('\n')
const fixed = `/** Small letters. */
export function small(text) {
  return (text ?? '').toLowerCase()
}
`
const bugTests = (expectation: string): string => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { small } from '../src/text.js'

test('small letters', () => {
  assert.equal(small('Ab'), 'ab')
})

test('nothing has no letters', () => {
  ${expectation}
})
`
const bugDesign = `# text

## Interface

\`\`\`js
export function small(text)
\`\`\`

## Behaviour

- Where there is no text, the result is the empty text.
`
const bugPlan = `Batch₁: (parallel 1)
□ TDD₁: No text (small) → ℜ→ℜᴳ→ℜᶠ [files: src/text.js, test/text.test.js]
`
const twoCycles = `${bugPlan}Batch₂: (parallel 1)
□ TDD₂: More (small) → ℜ→ℜᴳ→ℜᶠ [files: src/text.js, test/text.test.js]
`
const fixing = (expectation: string): Parameters<typeof wishing>[0] => [
  { when: { phase: 'DESIGN', type: 'explore' }, answer: '→[DC, one module of texts]' },
  { when: { phase: 'DESIGN' }, write: { [designPath]: bugDesign }, answer: '→[DC, what small should do]' },
  { when: { phase: 'PLAN', refused: 0 }, write: { [planPath]: twoCycles }, answer: '→[PC, two cycles]' },
  { when: { phase: 'PLAN' }, write: { [planPath]: bugPlan }, answer: '→[PR, one cycle]' },
  { when: { phase: 'Phase0' }, answer: '→[P0C, it is there]' },
  { when: { phase: 'RED' }, write: { 'test/text.test.js': bugTests(expectation) }, answer: '→[RC, it shows the bug]' },
  { when: { phase: 'GREEN' }, write: { 'src/text.js': fixed }, answer: '→[GC, all pass]' },
]

test('a bug is reproduced by a test, and mended', { timeout: 300_000 }, async () => {
  using repository = wishing(fixing("assert.equal(small(null), '')"), { 'report.md': bug })
  const ended = ok(await sigma(repository, 'fix', 'report.md', '--yes'))
  const { delivered } = resultOf(ended)
  expect(ended.stderr).toContain('too-many-cycles')
  expect(onBranch(repository, delivered?.branch ?? '', 'src/text.js')).toBe(fixed.trimEnd())
  expect(onBranch(repository, delivered?.branch ?? '', 'test/text.test.js')).toContain('nothing has no letters')
})

test('a bug that does not reproduce ends so, with what was tried; nothing is changed, and nobody is asked', {
  timeout: 300_000,
}, async () => {
  using repository = wishing(fixing("assert.equal(small('A'), 'a')"))
  const before = fingerprint(repository)
  const ended = await sigma(repository, 'fix', bug, '--yes')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(2)
  const { outcome, reasons, delivered } = resultOf(ended)
  expect([outcome, delivered]).toEqual(['refused', null])
  expect(reasons.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['stage-ended', 'not-reproduced', 'already-passes']),
  )
  expect(fingerprint(repository)).toEqual(before)
  const { stdout: why } = await sigma(repository, 'why', resultOf(ended).run)
  const [, part = ''] = /refused in its run .*: sigma why (tdd-\S+)/.exec(why) ?? []
  expect((await sigma(repository, 'why', part)).stdout).toContain('already-passes')
})

const phases = ['DESIGN', 'PLAN', 'CRITIQUE', 'GREEN', 'REVIEW'] as const

test.each(phases)('killed in %s, it goes on there and comes to the same end', { timeout: 300_000 }, async (phase) => {
  using repository = wishing(
    turns.filter(({ when }) => when['phase'] === phase).map((turn) => ({ ...turn, delayMs: 2_000 })),
  )
  await killedIn(repository, phase)
  const ended = ok(await sigma(repository, 'resume'))
  const { outcome, delivered } = resultOf(ended)
  expect(outcome).toBe('completed')
  expect(onBranch(repository, delivered?.branch ?? '', 'src/text.js')).toContain('text.slice(0, length)')
  expect(git(repository, 'branch', '--list', 'sigma/*').trim().split('\n')).toHaveLength(1)
})

/** Kills all of it while the turn of that phase is played. */
async function killedIn(repository: Repository, phase: string): Promise<void> {
  const begun = start(repository, ['run', wish, '--yes'])
  let early: Ended | null = null
  void begun.ended.then((ended) => {
    early = ended
  })
  const hasBegun = (): boolean => {
    if (early !== null) throw new Error(`The run ended before ${phase}: ${JSON.stringify(early)}`)
    return isIn(repository, phase)
  }
  await vi.waitUntil(hasBegun, { timeout: 200_000, interval: 50 })
  process.kill(-(begun.child.pid ?? 0), 'SIGKILL')
  expect((await begun.ended).signal).toBe('SIGKILL')
}

function isIn(repository: Repository, phase: string): boolean {
  const begunIn = (reader: Reader, run: string): boolean =>
    reader.events(run).some(({ event }) => event.kind === 'begun' && event.turn.phase === phase)
  return recordedIn(repository, (reader) => reader.runs().some(({ run }) => begunIn(reader, run)), false)
}

test('a run that is stopped is told of as one, not with its stage', { timeout: 300_000 }, async () => {
  using repository = wishing([{ when: { phase: 'PLAN' }, answer: '→[PC, never]', delayMs: 60_000 }])
  const begun = start(repository, ['run', wish, '--yes'])
  await vi.waitUntil(() => isIn(repository, 'PLAN'), { timeout: 200_000, interval: 50 })
  expect((await sigma(repository, 'status')).stdout).toMatch(/open: ask plan .*, in plan-/)
  const watched = JSON.parse((await sigma(repository, 'watch', '--json')).stdout).runs
  expect(watched).toMatchObject([
    {
      run: expect.stringMatching(/^run-/),
      parts: [{ phase: null }, { run: expect.stringMatching(/^plan-/), phase: 'planning' }],
      doing: [{ run: expect.stringMatching(/^plan-/), id: 'plan' }],
    },
  ])
  expect((await sigma(repository, 'watch', watched[0].parts[1].run)).stdout).toMatch(/^ +run-\S+ +project /)
  const stopped = ok(await sigma(repository, 'stop'))
  expect(stopped.stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(stopped.stderr).not.toContain('plan-')
  expect([(await begun.ended).exit, resultOf(stopped).run]).toEqual([130, expect.stringMatching(/^run-/)])
})

test.each([
  ['an empty wish', ['run', '   '], 64, 'The wish is empty'],
  ['a wish without a word', ['run', '1 2 3'], 64, 'no word'],
  ['a wish of a megabyte', ['run', `Cut ${'x '.repeat(60_000)}`], 64, 'Say it shorter'],
  ['a module that is none', ['run', 'txet'], 1, '"txet" is no module'],
  ['no module at all', ['run'], 1, 'No module has a design yet'],
  ['an empty report', ['fix', ''], 64, 'The report is empty'],
  ['a report that is no file', ['fix', 'reprot.md'], 1, 'there is no such file'],
  ['a profile that is none', ['run', 'text', '--profile', 'slow'], 64, 'slow'],
])('%s is told in a sentence', async (_, args, exit, said) => {
  using repository = wishing()
  const ended = await sigma(repository, ...args)
  expect([ended.exit, ended.stderr]).toEqual([exit, expect.stringContaining(said)])
  expect(ended.stderr).toContain('hint: ')
})

test('without a designer a wish is refused before anything is begun', async () => {
  proves('DPTR-05')
  using repository = wishing(
    [],
    {},
    { roles: { qa: 'scripted', dev: 'scripted', spec: 'scripted', critic: 'scripted', reviewer: 'scripted' } },
  )
  const ended = await sigma(repository, 'run', wish)
  expect([ended.exit, ended.stderr]).toEqual([1, expect.stringContaining('Nobody may design')])
})
