/** `sigma plan` from beginning to end: agents as processes, the plan where people read it, and what becomes of a bad one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { git, makeRepository, type Repository } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'

const planPath = 'memory-bank/modules/text/tdd_plan.md'
const design = `# Text

## Interface

\`\`\`ts
export function slugify(text: string): string
export function truncate(text: string, length: number): string
\`\`\`
`
const cycle = (number: number, name: string): string =>
  `□ TDD_${number}: ${name} → ℜ→ℜᴳ→ℜᶠ [files: src/${name}.js, test/${name}.test.js]`
const good = `Batch_1: (parallel 2)\n${cycle(1, 'slugify')}\n${cycle(2, 'truncate')}\n`
const unfit = good.replace('truncate →', 'shout →')

/** An agent in a few lines, which has its Handoff as `given`. */
const agent = (does: string): object => ({
  kind: 'command',
  command: ['node', '-e', `const given = JSON.parse(require('node:fs').readFileSync(0, 'utf8')); ${does}`],
})
const write = (plan: string): string =>
  `require('node:fs').writeFileSync(${JSON.stringify(planPath)}, ${JSON.stringify(plan)});`
const says = (line: string): string => `console.log(${JSON.stringify(line)});`

interface Playing {
  readonly spec?: string
  readonly critic?: string
  readonly plan?: string
  readonly limits?: object
}

function project({
  spec = write(good) + says('→[PC, two cycles]'),
  critic = says('→[PA, it can be built]'),
  plan,
  limits = {},
}: Playing): Repository {
  const config = {
    sandbox: 'off',
    agents: { planner: agent(spec), reader: agent(critic) },
    roles: { spec: 'planner', critic: 'reader' },
    limits,
  }
  return makeRepository({
    'package.json': '{ "type": "module" }',
    'sigma.config.json': JSON.stringify(config),
    'memory-bank/modules/text/design.md': design,
    'src/slugify.js': '',
    ...(plan !== undefined && { [planPath]: plan }),
  })
}

function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'sigma-plan-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

const read = ({ path }: Repository, file: string): string => readFileSync(join(path, file), 'utf8')
const report = (repository: Repository): { readonly [key: string]: unknown } =>
  JSON.parse(read(repository, '.claude-collective/metrics/sigma/text/latest-plan.json'))

test('a design becomes an accepted plan, in the memory bank, with its dialogue', async () => {
  proves('DPTR-55', 'DPTR-62', 'DPTR-63', 'DPTR-68', 'SIG-01', 'SIG-95', 'SIG-99')
  using repository = project({})
  const ended = await sigma(repository, 'plan', 'text')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(resultOf(ended)).toMatchObject({ outcome: 'completed', delivered: null })
  expect(read(repository, planPath)).toBe(good)
  const progress = read(repository, 'memory-bank/progress.md')
  expect(progress).toContain('### text: plan accepted')
  for (const artifact of ['implementation_plan', 'tdd_cycles', 'execution_checklist'])
    expect(progress).toContain(`#### ${artifact}`)
  expect(progress).toContain('TDD₁: slugify (slugify) → ℜ→ℜᴳ→ℜᶠ')
  expect(report(repository)).toMatchObject({
    status: 'completed',
    rounds: 1,
    acceptedBy: 'critic',
    dialogue: [
      { round: 0, by: 'Ω₂ˢ', status: 'PC' },
      { round: 0, by: 'sigma', status: 'pass' },
      { round: 0, by: 'Ω₂ᶜ', status: 'PA' },
    ],
  })
  expect(git(repository, 'branch', '--list', 'sigma/*')).toBe('')
})

test('what a program can see is refused before the critic is asked, and told to who plans', async () => {
  proves('DPTR-67')
  const second = `if (given.metadata.refused.length > 0) { ${write(good)} ${says('→[PR, as designed]')} } else { ${write(unfit)} ${says('→[PC, done]')} }`
  using repository = project({ spec: second })
  const ended = await sigma(repository, 'plan', 'text')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(report(repository)).toMatchObject({
    rounds: 2,
    dialogue: [
      { round: 0, status: 'PC' },
      { round: 0, by: 'sigma', status: 'fail', rules: ['interface-unknown'] },
      { round: 1, status: 'PR' },
      { round: 1, status: 'pass' },
      { round: 1, by: 'Ω₂ᶜ', status: 'PA' },
    ],
  })
})

test('a run whose budget is spent goes on once it is given more, where it stood', async () => {
  proves('DPTR-118')
  using repository = project({ limits: { asks: 1 } })
  const waiting = await sigma(repository, 'plan', 'text')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  expect(waiting.stderr).toContain('asks-spent')
  const ended = await sigma(repository, 'decide', resultOf(waiting).run, 'extend', '--more', 'asks=1')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(report(repository)).toMatchObject({ rounds: 1, acceptedBy: 'critic' })
})

/** A plan for each rule, by which it is refused and nothing else. */
const refusedBy: readonly (readonly [rule: string, plan: string])[] = [
  ['no-plan', '# Plan\n\nTo be written.\n'],
  [
    'foreign-module',
    `\`\`\`json\n${JSON.stringify({ module: 'other', cycles: [{ id: 'a', interface: 'slugify', files: ['src/a.js'] }] })}\n\`\`\`\n`,
  ],
  ['json-syntax', '```json\n{\n```\n'],
  ['interface-unknown', unfit],
  ['stray-file', good.replace('src/slugify.js', 'lib/slugify.js')],
  ['cycle-without-files', good.replace(/ \[files: src\/slugify[^\]]*\]/, '')],
  ['file-shared', good.replace('src/truncate.js', 'src/slugify.js')],
  ['need-not-before', good.replace(/\n$/, ' [needs: TDD_1]\n')],
  ['parallel', good.replace('parallel 2', 'parallel 4')],
  [
    'unit-with-integration',
    good.replace('test/slugify.test.js', 'test/slugify.test.js, test/integration/text.test.js'),
  ],
  ['over-split', `${good}Batch_2:\n${cycle(3, 'slugify')}\n`],
  ['no-batching', `Batch_1:\n${cycle(1, 'slugify')}\nBatch_2:\n${cycle(2, 'truncate')}\n`],
]

test('each rule refuses a plan in a whole run, in a round of its own', async () => {
  proves('DPTR-67', 'DPTR-60')
  const plans = JSON.stringify(refusedBy.map(([, plan]) => plan))
  const next = `const at = given.context.session.round; require('node:fs').writeFileSync(${JSON.stringify(planPath)}, ${plans}[at]); console.log('→[' + (at === 0 ? 'PC' : 'PR') + ', again]')`
  using repository = project({ spec: next, limits: { rounds: refusedBy.length } })
  const ended = await sigma(repository, 'plan', 'text')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
  const { dialogue } = report(repository)
  const verdicts = z.array(z.object({ by: z.string(), rules: z.array(z.string()) })).parse(dialogue)
  expect(verdicts.filter(({ by }) => by === 'sigma').map(({ rules }) => rules)).toEqual(
    refusedBy.map(([rule]) => [rule]),
  )
})

test('a plan that lies there is kept and goes to the critic; with --overwrite a new one takes its place', async () => {
  proves('SIG-96')
  const old = `${good}\nWritten by hand.\n`
  using repository = project({ plan: old })
  const kept = await sigma(repository, 'plan', 'text')
  expect(kept.exit, kept.stdout + kept.stderr).toBe(0)
  expect(read(repository, planPath)).toBe(old)
  expect(report(repository)).toMatchObject({
    dialogue: [
      { by: 'sigma', status: 'pass' },
      { by: 'Ω₂ᶜ', status: 'PA' },
    ],
  })
  const anew = await sigma(repository, 'plan', 'text', '--overwrite')
  expect(anew.exit, anew.stdout + anew.stderr).toBe(0)
  expect(read(repository, planPath)).toBe(good)
})

test('a plan that lies there, committed or not, is revised where the critic wants it so', async () => {
  proves('SIG-96')
  const old = `${good}\nWritten by hand.\n`
  const critic = `console.log(require('node:fs').readFileSync(${JSON.stringify(planPath)}, 'utf8').includes('hand') ? '→[NR, Say nothing of hands.]' : '→[PA, fine]')`
  using repository = project({ critic, spec: `${write(good)}${says('→[PR, done]')}`, plan: 'Not this one.\n' })
  writeFileSync(join(repository.path, planPath), old)
  const ended = await sigma(repository, 'plan', 'text')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(read(repository, planPath)).toBe(good)
})

test('what a person changes meanwhile stays theirs', async () => {
  proves('DPTR-68')
  using repository = project({ critic: `${says('→[NR, no]')}`, limits: { rounds: 1 } })
  const waiting = await sigma(repository, 'plan', 'text')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  writeFileSync(join(repository.path, planPath), 'mine\n')
  const { stdout } = await sigma(repository, 'inbox', '--json')
  const [decision] = JSON.parse(stdout).decisions
  const ended = await sigma(repository, 'decide', decision.id, 'accept')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(read(repository, planPath)).toBe('mine\n')
  expect(report(repository)).toMatchObject({ status: 'completed', plan: { text: good } })
  await toldAsUnwritten(repository, ended, planPath, good)
})

test('what a person takes away meanwhile is not put back, and the run says so; what they change later is not told', async () => {
  proves('DPTR-68')
  using repository = project({ plan: 'Old.\n', critic: says('→[NR, no]'), limits: { rounds: 1 } })
  const waiting = await sigma(repository, 'plan', 'text', '--overwrite')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  rmSync(join(repository.path, planPath))
  const taken = await sigma(repository, 'decide', resultOf(waiting).run, 'accept')
  expect(existsSync(join(repository.path, planPath))).toBe(false)
  await toldAsUnwritten(repository, taken, planPath, good)
  const ended = await sigma(repository, 'plan', 'text')
  await sigma(repository, 'decide', resultOf(ended).run, 'accept')
  expect(read(repository, planPath)).toBe(good)
  writeFileSync(join(repository.path, planPath), 'mine\n')
  expect((await sigma(repository, 'resume', resultOf(ended).run)).stderr).not.toContain('unwritten')
  expect((await sigma(repository, 'log', resultOf(ended).run)).stdout).not.toContain('unwritten')
})

/** The run, its story and its reasons say that the accepted text is not where it belongs, and how it can be had. */
async function toldAsUnwritten(repository: Repository, ended: Ended, path: string, text: string): Promise<void> {
  expect(resultOf(ended)).toMatchObject({ success: true, status: expect.stringContaining(path), reasons: [] })
  const [sentence = '', name = ''] =
    /The accepted text \(sigma why (\w+)\) is not written to .*/.exec(ended.stderr) ?? []
  expect(sentence).toContain(`${path}, which was changed while the run went on and stays as it is.`)
  expect((await sigma(repository, 'why', name)).stdout.trim()).toBe(text.trim())
  const { run } = resultOf(ended)
  const toldBy = async (...args: readonly string[]): Promise<number> =>
    (await sigma(repository, ...args)).stdout.split(sentence).length - 1
  expect([await toldBy('log', run), await toldBy('why', run), await toldBy('status', run)]).toEqual([1, 1, 1])
}

test('rounds without acceptance end with a question, and exit code 3', async () => {
  proves('DPTR-60')
  using repository = project({ critic: says('→[NR, Not yet.]'), spec: `${write(good)}${says('→[PR, again]')}` })
  const ended = await sigma(repository, 'plan', 'text', '--rounds', '2')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
  expect(resultOf(ended).outcome).toBe('waiting')
  expect(read(repository, 'memory-bank/activeContext.md')).toContain('escalated: The plan of text')
  expect(report(repository)).toMatchObject({ rounds: 2, acceptedBy: null })
})

test('a loop that was killed goes on in the same round with the critic; the planner is not asked again', async () => {
  proves('DPTR-17', 'DPTR-70')
  using folder = temporaryFolder()
  const seen = join(folder.path, 'seen')
  const waits = `const fs = require('node:fs'); if (fs.existsSync(${JSON.stringify(seen)})) ${says('→[PA, fine]')} else { fs.writeFileSync(${JSON.stringify(seen)}, ''); setTimeout(() => {}, 600_000) }`
  using repository = project({ critic: waits })
  const begun = start(repository, ['plan', 'text'])
  await vi.waitUntil(() => existsSync(seen), { timeout: 120_000 })
  process.kill(-(begun.child.pid ?? 0), 'SIGKILL')
  await begun.ended
  const ended = await sigma(repository, 'resume')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(report(repository)).toMatchObject({
    rounds: 1,
    dialogue: [{ by: 'Ω₂ˢ', status: 'PC' }, { status: 'pass' }, { by: 'Ω₂ᶜ', status: 'PA' }],
  })
})

test('who plans may write the plan alone, and a critic nothing', async () => {
  proves('DPTR-67', 'T48')
  const spoiling = `require('node:fs').appendFileSync('memory-bank/modules/text/design.md', 'More.');${write(good)}${says('→[PC, done]')}`
  using repository = project({ spec: spoiling, limits: { rounds: 1 } })
  const ended = await sigma(repository, 'plan', 'text')
  expect([ended.exit, ended.stdout]).toEqual([2, expect.stringContaining('document-changed')])
  expect(read(repository, 'memory-bank/modules/text/design.md')).toBe(design)
})

test.each([
  ['a module that is none', ['plan', 'txet'], 'did you mean "text"?'],
  ['rounds that are none', ['plan', 'text', '--rounds', '0'], 'a whole number from 1'],
  ['no module', ['plan'], 'module'],
])('%s is told in a sentence', async (_, args, said) => {
  proves('SIG-95')
  using repository = project({})
  const ended = await sigma(repository, ...args)
  expect([1, 64]).toContain(ended.exit)
  expect(ended.stderr).toContain(said)
})

test('a design that declares nothing, and one that is missing, are told with their path', async () => {
  proves('SIG-95')
  using repository = project({})
  const path = join(repository.path, 'memory-bank/modules/text/design.md')
  writeFileSync(path, '# Text\n')
  const empty = await sigma(repository, 'plan', 'text')
  expect([empty.exit, empty.stderr]).toEqual([
    1,
    expect.stringContaining('design.md:1: The design declares no interface.'),
  ])
  rmSync(path)
  writeFileSync(join(repository.path, planPath), good)
  const missing = await sigma(repository, 'plan', 'text')
  expect([missing.exit, missing.stderr]).toEqual([1, expect.stringContaining('memory-bank/modules/text/design.md.')])
})
