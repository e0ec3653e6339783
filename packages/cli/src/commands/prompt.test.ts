import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { templateNames } from '../prompts/rows.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textConfig, textModule } from '../testing/text-module.ts'

const nowhere = { root: '/nonexistent', cache: '/nonexistent/cache' }

test('templates and examples are shown where there is no repository too', async () => {
  const world = commandWorld(nowhere)
  const list = await world.run('prompt')
  expect([list.exit, list.stdout]).toEqual([
    0,
    expect.stringMatching(/^template +from +asks for\ndev-phase0 +v1 +built in/),
  ])
  for (const line of list.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  const { exit, stdout, stderr } = await world.run('prompt', 'QA', 'red')
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^# You are `qa` .*RED/)
  expect(stdout).toContain('| [S:TDD_example,R:0,C:1,P:ℜ,CTX:{"module":"prices"')
  expect(stderr).toMatch(/qa-red, version \d+, built in; an example turn\./)
})

test('whatever no protocol has a template for is shown too, and every template by its name', async () => {
  const world = commandWorld(nowhere)
  const { stdout, stderr } = await world.run('prompt', 'any-task')
  expect(stdout).toContain('| What is asked stands here, in the words of the ask.')
  expect(stderr).toContain('any-task, version 3, built in; an example turn.')
  expect(new Set(templateNames).size).toBe(templateNames.length)
  for (const name of templateNames) expect((await world.run('prompt', name)).stderr).toContain(`${name}, version `)
})

test('a phase with two turns of a role names the other one', async () => {
  const { stdout, stderr } = await commandWorld(nowhere).run('prompt', 'qa', 'refactor-impl')
  expect(stdout).toContain('the developer says that a test')
  expect(stderr).toContain('hint: this phase has another turn: sigma prompt qa-adjust-flaky')
})

test.each([
  [['qa'], 'The role qa has turns in several phases: RED'],
  [['qa', 'gren'], 'There is no turn "qa gren"; did you mean "qa GREEN"?'],
  [['tester'], 'There is no turn "tester"'],
  [['dev', 'RED'], 'There is no turn "dev RED"'],
  [['--copy'], 'Name the template to copy.'],
])('a turn that is none is told the way: %j', async (args, sentence) => {
  const { exit, stderr } = await commandWorld(nowhere).run('prompt', ...args)
  expect([exit, stderr]).toEqual([64, expect.stringContaining(sentence)])
  expect(stderr).toContain('hint: sigma prompt')
})

test('a module is told by its design and plan, and after a run as it was told there', async () => {
  using project = await temporaryProject({
    ...textModule,
    'script.json': scriptOf({ when: { phase: 'RED' }, answer: '→[BL, why?]' }),
  })
  const world = commandWorld(project)
  const before = await world.run('prompt', 'qa', 'RED', '--module', 'text', '--unit', '1')
  expect(before.stderr).toContain('a turn of text, not played yet.')
  expect(before.stdout).toContain('memory-bank/modules/text/design.md')
  const run = String((await world.run('tdd', 'text')).result['run'])
  const { stdout, stderr } = await world.run('prompt', 'qa', 'RED', '--module', 'text')
  expect(stderr).toContain(`as it was told in ${run}, C1.red`)
  expect(stdout).toContain('R:0,C:1,P:ℜ')
  const green = await world.run('prompt', 'dev', 'GREEN', '--module', 'text', '--json')
  expect(green.result).toMatchObject({ turn: 'a turn of text, not played yet', template: { name: 'dev-green' } })
  const of = async (unit: string, ...turn: readonly string[]): Promise<string> =>
    (await world.run('prompt', ...turn, '--module', 'text', '--unit', unit)).stderr
  expect(await of('TDD_1', 'qa', 'RED')).toContain(`as it was told in ${run}, C1.red`)
  expect(await of('Phase 0', 'dev', 'phase0')).toContain(`as it was told in ${run}, phase0`)
  expect(await of('phase0', 'qa', 'RED')).toContain('error: In phase0 there is no turn of qa in RED.')
  const far = await world.run('prompt', 'dev', 'GREEN', '--module', 'text', '--unit', '99')
  expect([far.exit, far.stderr]).toEqual([1, 'error: text has no work called "99".\nhint: Name one of: phase0, C1.\n'])
})

test('a copy may be changed; what cannot be used is said with its line, by every command that would use it', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  const copied = await world.run('prompt', 'qa-red', '--copy')
  expect([copied.exit, copied.stdout]).toEqual([0, 'wrote sigma-prompts/qa-red.md\n'])
  const again = await world.run('prompt', 'qa', 'RED', '--copy')
  expect([again.exit, again.stderr]).toEqual([1, expect.stringContaining('sigma-prompts/qa-red.md exists already.')])
  const file = join(project.root, 'sigma-prompts/qa-red.md')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('## Your Job', '## House rules\n\nWrite table tests.\n\n## Your Job'))
  expect((await world.run('prompt', 'qa', 'RED')).stdout).toContain('Write table tests.')
  expect((await world.run('prompt')).stdout).toMatch(/^qa-red +v\d+ +own .*^own: sigma-prompts\/qa-red\.md$/ms)
  writeFileSync(file, text.replace('{{answer}}', '{{anser}}'))
  const line = text.split('\n').indexOf('{{answer}}') + 1
  const wrong = `sigma-prompts/qa-red.md:${line}: {{anser}} is no placeholder; did you mean {{answer}}? (and 1 more fault)`
  for (const words of [['prompt'], ['prompt', 'qa', 'RED'], ['tdd', 'text']]) {
    const { exit, stderr } = await world.run(...words)
    expect([exit, stderr], words.join(' ')).toEqual([1, expect.stringContaining(wrong)])
  }
  expect(await project.git('branch', '--list', 'sigma/*')).toBe('')
})

test('a file that is named like no template, or leads out of the repository, is refused', async () => {
  using project = await temporaryProject({ ...textModule, 'sigma-prompts/README.md': 'ours' })
  const world = commandWorld(project)
  expect((await world.run('prompt')).exit).toBe(0)
  const folder = join(project.root, 'sigma-prompts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'qa-rde.md'), 'x')
  expect((await world.run('prompt')).stderr).toContain('named like no prompt template; did you mean "qa-red"?')
  renameSync(join(folder, 'qa-rde.md'), join(folder, 'aside'))
  symlinkSync('/etc/hostname', join(folder, 'qa-red.md'))
  expect((await world.run('prompt')).stderr).toContain('it is a link out of the repository')
})

test('a folder of templates that is named and not there is told, by every command that would use it', async () => {
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': JSON.stringify({ ...textConfig, prompts: 'nowhere' }),
    'script.json': scriptOf({ when: { phase: 'RED' }, answer: '→[EX, broke]' }),
  })
  const world = commandWorld(project)
  const note = `note: "prompts" names nowhere, which is not there, so Sigma's own prompts are used.\n`
  for (const words of [['agents'], ['prompt'], ['prompt', 'qa', 'RED'], ['tdd', 'text']])
    expect((await world.run(...words)).stderr.split(note), words.join(' ')).toHaveLength(2)
  expect((await world.run('prompt', 'qa-red', '--copy')).stdout).toBe('wrote nowhere/qa-red.md\n')
  expect((await world.run('prompt')).stderr).not.toContain('not there')
})

test('a run is told by the templates that lay there when it began, whatever becomes of the files', async () => {
  const broken = { when: { phase: 'RED' }, answer: '→[EX, broke]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(broken) })
  const world = commandWorld(project)
  await world.run('prompt', 'qa', 'RED', '--copy')
  const file = join(project.root, 'sigma-prompts/qa-red.md')
  const rule = (words: string): void =>
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        /## (\w+ rules\n\n.*\n\n## )?Your Job/,
        `## House rules\n\n${words}\n\n## Your Job`,
      ),
    )
  rule('Write table tests.')
  const begun = await world.run('tdd', 'text')
  expect(begun.stderr).toContain('Prompts of the project: sigma-prompts/qa-red.md.')
  expect(begun.stderr).not.toContain('uncommitted changes')
  rule('Write poems.')
  const { stdout, stderr } = await world.run('prompt', 'qa', 'RED', '--module', 'text')
  expect(stdout).toContain('Write table tests.')
  expect(stderr).toContain('note: since then sigma-prompts/qa-red.md changed')
  expect((await world.run('prompt', 'qa', 'RED')).stdout).toContain('Write poems.')
  const resumed = await world.run('resume')
  expect(resumed.stderr).toContain('is told by sigma-prompts/qa-red.md as when it began')
})
