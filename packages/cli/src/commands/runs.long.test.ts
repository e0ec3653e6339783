/** Whole runs through the command, with real git and real node:test; only the agents are scripted, and say so. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
import { DatabaseSync } from 'node:sqlite'
import { openReader, type Reader } from '@sigma/engine'
import { ctxHandoffSchema, readRecord, resultSchema } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugSource, slugTest, textModule } from '../testing/text-module.ts'

/** σ₄ and σ₅: lasting files of the person's, so git shows them. All else that Sigma writes ignores itself. */
const bankFiles = '?? memory-bank/activeContext.md\n?? memory-bank/progress.md\n'

test('a module is built test first and delivered as a branch; nothing else changes', async () => {
  proves('SIG-31', 'SIG-33')
  using project = await temporaryProject({ ...textModule, 'src/other.js': '' })
  project.write({ 'src/other.js': 'export {}\n' })
  const before = await project.git('status', '--porcelain')
  const world = commandWorld(project)
  const { exit, stdout, stderr, result } = await world.run('tdd', 'text')
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(readRecord(resultSchema, result)).toMatchObject({ kind: 'read', record: { success: true } })
  const run = String(result['run'])
  expect(run).toMatch(/^text-[a-z0-9]{6}$/)
  expect(result).toMatchObject({ outcome: 'completed', reasons: [], delivered: { branch: `sigma/${run}` } })
  expect(stderr).toContain(
    'warning: uncommitted changes are not part of the run, which starts from HEAD: src/other.js.',
  )
  expect(stderr).toContain(`git diff HEAD...sigma/${run}`)
  expect(stderr).toMatch(/they and the tests run (sandboxed \(bubblewrap [\d.]+\)\.\n|unsandboxed\. )/)
  expect(await project.git('show', `sigma/${run}:src/text.js`)).toBe(slugSource)
  expect(await project.git('show', `sigma/${run}:test/slug.test.js`)).toBe(slugTest)
  expect(await project.git('status', '--porcelain')).toBe(`${before}${bankFiles}`)
  expect(await world.run('status', 'text')).toMatchObject({ exit: 0, stdout: expect.stringContaining('completed') })
  expect(await world.run('log')).toMatchObject({ exit: 0, stdout: expect.stringMatching(/qa answers →RC: one test/) })
})

test('what an agent opens in the sandbox and is not there is named before the run begins', async () => {
  const mine = {
    kind: 'command',
    command: ['echo', '→[BL, asking]'],
    reads: ['~/.config/tool', 'memory-bank'],
    writes: ['~/.tool'],
  }
  const config = JSON.stringify({ agents: { mine }, roles: { qa: 'mine', dev: 'mine' } })
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': config })
  const { exit, stderr } = await commandWorld(project).run('tdd', 'text')
  expect({ exit, stderr }).toMatchObject({ exit: 3 })
  const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: '))
  expect(warnings).toEqual(['warning: what agents.mine opens in the sandbox is not there: ~/.config/tool, ~/.tool.'])
})

test('a home folder that is a repository sees nothing of the folders that agents work in', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project, { env: { XDG_CACHE_HOME: join(project.root, '.cache') } })
  const { exit, stderr } = await world.run('tdd', 'text')
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  expect(stderr).not.toContain('changed-meanwhile')
  expect(await project.git('status', '--porcelain')).toBe(bankFiles)
})

test('a developer that edits a test is refused, told why, and puts it right', async () => {
  using project = await temporaryProject({
    ...textModule,
    'script.json': scriptOf({
      when: { phase: 'GREEN', refused: 0 },
      write: { 'test/slug.test.js': 'import { test } from "node:test"\ntest("makes a slug", () => {})\n' },
      answer: '→[GC, it works]',
    }),
  })
  const world = commandWorld(project)
  const { exit, stderr, result } = await world.run('tdd', 'text')
  expect([exit, result['outcome']]).toEqual([0, 'completed'])
  expect(stderr).toContain('outside-role')
  const why = await world.run('why', 'C1')
  expect(why.stdout).toMatch(/outside-role: [\s\S]*test\/slug\.test\.js[\s\S]*way out: /)
})

test('a halted run says who failed where, and goes on by one command once the cause is gone', async () => {
  proves('DPTR-110', 'DPTR-111', 'SIG-32')
  const broken = { when: { phase: 'GREEN' }, answer: '→[EX, my tools broke]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(broken) })
  const world = commandWorld(project)
  const halted = await world.run('tdd', 'text')
  expect([halted.exit, halted.result['outcome'], halted.result['success']]).toEqual([2, 'halted', false])
  const run = String(halted.result['run'])
  const status = await world.run('status', run)
  expect(status.exit).toBe(2)
  expect(status.stdout).toMatch(/dev, cycle 1, GREEN, round 0, session TDD_\d{8}T\d{6}Z_C1_[a-z0-9]+/)
  const session = /TDD_\S+/.exec(status.stdout)?.[0]
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const resumed = await world.run('resume')
  expect([resumed.exit, resumed.result['outcome'], resumed.result['run']]).toEqual([0, 'completed', run])
  expect(resumed.stderr).not.toMatch(/C1 red .*is asked/)
  const log = await world.run('log', run, '--json')
  const asked = log.stdout
    .split('\n')
    .filter((line) => line.includes('"kind":"begun"') && line.includes('"id":"C1.green.dev"'))
  expect(asked).toHaveLength(2)
  using reader = openReader({ folder: join(project.root, '.sigma') })
  const sessions = asked.map((line) => sessionOf(reader, JSON.parse(line).event.brief))
  expect(sessions).toEqual([session, session])
})

const plansPath = 'memory-bank/modules/text/tdd_plan.md'

/** The session that an agent was told, read from the handoff as it was sent. */
function sessionOf(reader: Reader, brief: string): string | undefined {
  const handoff = readRecord(ctxHandoffSchema, JSON.parse(new TextDecoder().decode(reader.blob(brief))))
  return handoff.kind === 'read' ? handoff.record.context.session?.sid : undefined
}

test('never two runs of one module at once', async () => {
  proves('DPTR-71', 'SIG-92')
  const blocked = { when: { phase: 'RED' }, answer: '→[BL, which separator?]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  const world = commandWorld(project)
  const first = await world.run('tdd', 'text')
  expect([first.exit, first.result['outcome']]).toEqual([3, 'waiting'])
  const second = await world.run('tdd', 'text')
  expect([second.exit, second.stderr]).toEqual([
    1,
    expect.stringContaining(`already has an unfinished run: ${first.result['run']}`),
  ])
  expect(second.stderr).toContain(`hint: sigma resume ${first.result['run']}`)
})

test('a run that cannot be replayed any more does not keep its module for ever', async () => {
  const blocked = { when: { phase: 'RED' }, answer: '→[BL, which separator?]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  const world = commandWorld(project)
  const lost = String((await world.run('tdd', 'text')).result['run'])
  const database = new DatabaseSync(join(project.root, '.sigma/sigma.db'))
  database.exec('UPDATE events SET effects = zeroblob(32) WHERE position & 0xffff = 3')
  database.close()
  expect(await world.run('resume', lost)).toMatchObject({ exit: 1 })
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const { exit, stderr, result } = await world.run('tdd', 'text')
  expect([exit, result['outcome']]).toEqual([0, 'completed'])
  expect(stderr).toMatch(new RegExp(`warning: .*${lost}.* That run stays as it is, and a new one begins\\.`))
  expect(await world.run('log', lost)).toMatchObject({ stdout: expect.stringContaining('which separator?') })
})

test('a plan that changed after it was accepted stops the run, and the accepted one lets it go on', async () => {
  proves('DPTR-71')
  const broken = { when: { phase: 'RED' }, answer: '→[EX, my tools broke]' }
  const withMark = `\ufeff${textModule[plansPath]}`
  using project = await temporaryProject({ ...textModule, [plansPath]: withMark, 'script.json': scriptOf(broken) })
  const world = commandWorld(project)
  expect(await world.run('tdd', 'text')).toMatchObject({ exit: 2 })
  const file = join(project.root, plansPath)
  const plan = readFileSync(file, 'utf8')
  expect(plan.startsWith('\ufeff')).toBe(true)
  writeFileSync(file, `${plan}\nOne more thing.\n`)
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const refused = await world.run('resume')
  expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('is not the one that was accepted')])
  expect(refused.result).toMatchObject({ success: false, outcome: 'refused', reasons: [{ rule: 'plan-changed' }] })
  const [, accepted = '', to = ''] = /^hint: cp "(.+)" "(.+)" && sigma resume /m.exec(refused.stderr) ?? []
  expect([readFileSync(accepted, 'utf8'), to]).toEqual([plan, file])
  copyFileSync(accepted, to)
  expect(await world.run('resume')).toMatchObject({ exit: 0 })
})

test('a package of a monorepo is run where its configuration lies', async () => {
  const inner = Object.fromEntries(Object.entries(textModule).map(([path, text]) => [`packages/a/${path}`, text]))
  const script = scriptOf().replaceAll(/"(src|test)\//g, '"packages/a/$1/')
  using project = await temporaryProject({ ...inner, 'package.json': '{}', 'packages/a/script.json': script })
  const world = commandWorld(project, { cwd: join(project.root, 'packages/a') })
  const { exit, stderr, result } = await world.run('tdd', 'text')
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  expect(await project.git('show', `sigma/${result['run']}:packages/a/src/text.js`)).toBe(slugSource)
})

test('a run whose branch cannot be written is no success; resume delivers it, and may be asked again', async () => {
  proves('SIG-32')
  using project = await temporaryProject(textModule)
  await project.git('branch', 'sigma')
  const world = commandWorld(project)
  const undelivered = await world.run('tdd', 'text')
  expect([undelivered.exit, undelivered.result]).toEqual([
    2,
    expect.objectContaining({ success: false, outcome: 'completed', delivered: null }),
  ])
  expect(undelivered.stderr).toContain('undelivered: ')
  await project.git('branch', '-D', 'sigma')
  const resumed = await world.run('resume')
  expect([resumed.exit, resumed.result['delivered']]).toEqual([
    0,
    expect.objectContaining({ branch: `sigma/${undelivered.result['run']}` }),
  ])
  expect(await world.run('resume')).toMatchObject({ exit: 0, result: resumed.result })
})
