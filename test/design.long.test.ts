/** `sigma design` from beginning to end: agents as processes, acceptance by hash, and what plan and TDD make of it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import {
  accepts,
  architecture,
  architecturePath,
  both,
  decide,
  design,
  designOf,
  project,
  put,
  read,
  report,
  says,
  steps,
  temporaryFolder,
  wants,
} from './kit/designing.ts'
import { git } from './kit/repository.ts'
import { resultOf, sigma, start } from './kit/sigma.ts'

const plan = 'Batch_1:\n□ TDD_1: text → ℜ→ℜᴳ→ℜᶠ [files: src/text.js, test/text.test.js]\n'

test('the architecture is audited first, then each module in its order; what is accepted stays so until it changes', async () => {
  proves('DPTR-46', 'DPTR-47', 'DPTR-49', 'DPTR-53', 'SIG-99')
  using repository = project({})
  const ended = await sigma(repository, 'design')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(resultOf(ended)).toMatchObject({ outcome: 'completed', delivered: null })
  const all = ['architecture', 'text', 'shop'].flatMap((unit) => [`${unit}: sigma pass`, `${unit}: Ω₁ᶜ ACCEPT`])
  expect(steps(repository, 'text')).toEqual(all)
  expect(steps(repository, 'architecture')).toEqual(all)
  expect(report(repository, 'shop').accepted).toMatchObject([{ module: null }, { module: 'text' }, { module: 'shop' }])
  expect(read(repository, 'memory-bank/progress.md')).toContain('### architecture: design accepted')
  expect(git(repository, 'branch', '--list', 'sigma/*')).toBe('')

  put(repository, designOf('shop'), `${design('shop')}\nMore.\n`)
  const lost = await sigma(repository, 'status', 'shop')
  expect(lost.stdout).toContain('lost: design.md changed since')
  expect((await sigma(repository, 'status', 'text')).stdout).toMatch(/design +accepted by critic/)
  const again = await sigma(repository, 'design')
  expect(again.exit, again.stdout + again.stderr).toBe(0)
  expect(steps(repository, 'shop')).toEqual(all.filter((step) => !/^(architecture|text): Ω/.test(step)))
  expect((await sigma(repository, 'status', 'shop')).stdout).toMatch(/design +accepted by critic/)
})

test('where no agent designs, REVISE asks the person, who changes it and runs it again', async () => {
  proves('DPTR-05', 'DPTR-48', 'DPTR-51')
  using repository = project({ critic: wants('export') })
  put(repository, architecturePath, `${architecture}\nAll of it is exported: export.\n`)
  put(repository, designOf('shop'), design('shop').replace('export ', ''))
  const waiting = await sigma(repository, 'design')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  expect(report(repository, 'shop').dialogue.at(-1)).toMatchObject({ unit: 'shop', by: 'Ω₁ᶜ', status: 'REVISE' })
  const aborted = await decide(repository, 'abort')
  expect(aborted.exit, aborted.stdout + aborted.stderr).toBe(2)
  put(repository, designOf('shop'), design('shop'))
  const ended = await sigma(repository, 'design')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(steps(repository, 'shop')).toEqual([
    'architecture: sigma pass',
    'text: sigma pass',
    'shop: sigma pass',
    'shop: Ω₁ᶜ ACCEPT',
  ])
})

test('REJECT stops at that item until a person decides; their word is recorded', async () => {
  proves('DPTR-52')
  using repository = project({ critic: wants('what is sold', 'REJECT') })
  const waiting = await sigma(repository, 'design')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  expect(steps(repository, 'text').at(-1)).toBe('text: Ω₁ᶜ REJECT')
  const ended = await decide(repository, 'accept')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
  const { accepted, dialogue } = report(repository, 'text')
  expect(accepted).toMatchObject([{ by: 'critic' }, { module: 'text', by: expect.not.stringMatching('critic') }])
  expect(dialogue.at(-1)).toMatchObject({ unit: 'shop', status: 'REJECT' })
})

test('where an agent designs, it changes what is found wrong, in that item alone, and its text comes to the memory bank', async () => {
  proves('DPTR-48')
  const path = 'given.metadata.writable[0]'
  const designer = `const before = fs.existsSync(${path}) ? fs.readFileSync(${path}, 'utf8') : ${JSON.stringify(design('shop'))}; fs.mkdirSync(require('node:path').dirname(${path}), { recursive: true }); fs.writeFileSync(${path}, before + '\\nBlue.\\n');${says('→[DC, done]')}`
  const { [designOf('shop')]: _, ...files } = both
  using repository = project({
    critic: wants('Blue'),
    designer,
    files: { ...files, [architecturePath]: `${architecture}\nBlue.\n` },
  })
  const ended = await sigma(repository, 'design')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(steps(repository, 'text')).toEqual([
    'architecture: sigma pass',
    'architecture: Ω₁ᶜ ACCEPT',
    'text: sigma pass',
    'text: Ω₁ᶜ REVISE',
    'text: designer DC',
    'text: sigma pass',
    'text: Ω₁ᶜ ACCEPT',
    'shop: designer DC',
    'shop: sigma pass',
    'shop: Ω₁ᶜ ACCEPT',
  ])
  expect(read(repository, designOf('text'))).toBe(`${design('text')}\nBlue.\n`)
  expect(read(repository, designOf('shop'))).toBe(`${design('shop')}\nBlue.\n`)
  expect((await sigma(repository, 'status', 'text')).stdout).toMatch(/design +accepted by critic/)
})

test('a code that is none of the three is no decision, and is asked for once more', async () => {
  proves('DPTR-11')
  const critic = `console.log(given.metadata.refused.length === 0 ? '→[MAYBE, APPROVED by ann]' : '→[ACCEPT, fine]');`
  using repository = project({ critic, files: { [designOf('text')]: design('text') } })
  const ended = await sigma(repository, 'design', 'text')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(steps(repository, 'text')).toEqual(['text: sigma pass', 'text: Ω₁ᶜ ACCEPT'])
})

test('what a program can see is refused before the critic is asked, and nothing is accepted', async () => {
  using repository = project({ files: { [designOf('text')]: '# Text\n' } })
  const ended = await sigma(repository, 'design', 'text')
  expect([ended.exit, ended.stdout]).toEqual([2, expect.stringContaining('interface-missing')])
  expect(steps(repository, 'text')).toEqual(['text: sigma fail'])
})

test('a project that wants acceptance by its loops gets no plan and no code without it, but by a person’s word', async () => {
  proves('DPTR-01', 'DPTR-03', 'DPTR-50', 'DPTR-53', 'DPTR-71')
  const path = 'memory-bank/modules/text/tdd_plan.md'
  const critic = `if (given.metadata.role === 'spec') { fs.writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(plan)}); console.log('→[PC, one cycle]') } else console.log(given.metadata.codes.includes('PA') ? '→[PA, fine]' : '→[ACCEPT, fine]');`
  using repository = project({ critic, config: { acceptance: 'loops' } })
  const unplanned = await sigma(repository, 'plan', 'text')
  expect([unplanned.exit, unplanned.stderr]).toEqual([1, expect.stringContaining('was not accepted yet')])
  expect(unplanned.stderr).toContain('sigma design text')
  expect(JSON.parse((await sigma(repository, 'status', '--json')).stdout).runs).toEqual([])

  const designed = await sigma(repository, 'design', 'text')
  expect(designed.exit, designed.stdout + designed.stderr).toBe(0)
  expect(steps(repository, 'text')).not.toContain('shop: sigma pass')
  put(repository, path, plan)
  const unaccepted = await sigma(repository, 'tdd', 'text')
  expect([unaccepted.exit, unaccepted.stderr]).toEqual([1, expect.stringContaining('sigma plan text')])
  const planned = await sigma(repository, 'plan', 'text')
  expect(planned.exit, planned.stdout + planned.stderr).toBe(0)

  put(repository, path, `${plan}\nMore.\n`)
  const changed = await sigma(repository, 'tdd', 'text')
  expect([changed.exit, changed.stderr]).toEqual([1, expect.stringContaining('changed since it was accepted')])
  put(repository, path, plan)
  put(repository, designOf('text'), `${design('text')}\nMore.\n`)
  const lost = await sigma(repository, 'tdd', 'text')
  expect([lost.exit, lost.stderr]).toEqual([1, expect.stringContaining('design.md changed since it was accepted')])

  const overridden = await sigma(repository, 'plan', 'text', '--accept')
  expect(overridden.exit, overridden.stdout + overridden.stderr).toBe(0)
  const { runs } = JSON.parse((await sigma(repository, 'status', '--json')).stdout)
  expect(runs[0]).toMatchObject({ protocol: 'plan', outcome: 'completed' })
  const { stdout } = await sigma(repository, 'log', runs[0].run, '--json')
  expect(stdout).toContain(`"byWord":["${designOf('text')}"]`)
})

test('a loop that was killed goes on with the same item; what was accepted is not audited again', async () => {
  using folder = temporaryFolder()
  const seen = join(folder.path, 'seen')
  const critic = `if (given.context.module !== 'shop' || fs.existsSync(${JSON.stringify(seen)})) ${accepts} else { fs.writeFileSync(${JSON.stringify(seen)}, ''); setTimeout(() => {}, 600_000) }`
  using repository = project({ critic })
  const begun = start(repository, ['design'])
  await vi.waitUntil(() => existsSync(seen), { timeout: 120_000 })
  process.kill(-(begun.child.pid ?? 0), 'SIGKILL')
  await begun.ended
  const ended = await sigma(repository, 'resume')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(steps(repository, 'shop')).toEqual(
    ['architecture', 'text', 'shop'].flatMap((unit) => [`${unit}: sigma pass`, `${unit}: Ω₁ᶜ ACCEPT`]),
  )
})

test.each([
  ['a module that is none', ['design', 'txet'], 'did you mean "text"?'],
  ['rounds that are none', ['design', '--rounds', '0'], 'a whole number from 1'],
  ['a path that leads out', ['design', '../text'], 'stays within the modules’ folder'],
])('%s is told in a sentence', async (_, args, said) => {
  using repository = project({})
  const ended = await sigma(repository, ...args)
  expect([1, 64]).toContain(ended.exit)
  expect(ended.stderr).toContain(said)
})

test('a project without any design is told how to begin', async () => {
  using repository = project({ files: {} })
  const ended = await sigma(repository, 'design')
  expect([ended.exit, ended.stderr]).toEqual([1, expect.stringContaining('sigma init --example <module>')])
})
