/** Sigma's files as a person meets them: beside a run, in git, and through `sigma project` and `sigma status`. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withMarks } from '@sigma/engine/projecting'
import { readPhaseEvents } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type CommandWorld, commandWorld, type Played } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugSource, textModule } from '../testing/text-module.ts'

/** Whole runs, several of them. */
const slow = { timeout: 480_000 }
const metrics = '.claude-collective/metrics/sigma/text'
const read = ({ root }: TemporaryProject, path: string): string => readFileSync(join(root, path), 'utf8')
const log = (project: TemporaryProject) => readPhaseEvents(read(project, `${metrics}/events.log`))

test('a run leaves its files where they belong, and git shows those of the memory bank alone', slow, async () => {
  proves('SIG-71', 'SIG-90', 'SIG-94', 'SIG-97', 'SIG-99')
  using project = await temporaryProject({
    ...textModule,
    'memory-bank/progress.md': withMarks('# Progress\n\nMine.\n', 'progress'),
  })
  const world = commandWorld(project)
  const flags = ['--memory-bank', 'memory-bank/modules', '--parallel', '3', '--cov-lines', '80', '--cov-funcs', '1']
  const { exit, stderr } = await world.run('tdd', 'text', ...flags)
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  expect(stderr).not.toMatch(/warning|changed meanwhile/)
  expect(log(project).map(({ phase, code, exitCode }) => `${phase} ${code} ${exitCode}`)).toEqual([
    'RED →RC 1',
    'GREEN →GC 0',
    'REFACTOR →RIC 0',
  ])
  expect(log(project)[1]).toMatchObject({ coverage: { lines: 100 }, coverageGate: true })
  const summary = JSON.parse(read(project, '.claude-collective/sigma/text/TDD_1/coverage/coverage-summary.json'))
  expect(summary.total.lines).toMatchObject({ pct: 100, total: expect.any(Number), covered: expect.any(Number) })
  expect(JSON.parse(read(project, `${metrics}/latest-tdd.json`))).toMatchObject({
    module: 'text',
    status: 'completed',
    passedCycles: 1,
  })
  expect(read(project, 'memory-bank/progress.md')).toMatch(/^# Progress\n\nMine\.\n<!-- sigma:begin progress /)
  expect(await project.git('status', '--porcelain')).toBe(
    ' M memory-bank/progress.md\n?? memory-bank/activeContext.md\n',
  )
  expect(await project.git('check-ignore', `${metrics}/events.log`)).toBe(`${metrics}/events.log\n`)
})

test('a bank that Sigma did not lay is read as it is; with Sigma taken away nothing of it ever was', slow, async () => {
  proves('SIG-103')
  const bank = { 'memory-bank/projectBrief.md': '# Brief\n', 'memory-bank/progress.md': '# Progress\r\n\r\n- [x] more' }
  using project = await temporaryProject({ ...textModule, ...bank })
  const world = commandWorld(project)
  const { exit, stderr } = await world.run('tdd', 'text')
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  expect(stderr).not.toContain('memory-bank/progress.md')
  expect(await world.run('project', '--check')).toMatchObject({
    exit: 0,
    stderr: 'memory-bank was not laid by Sigma, so it is read and not written.\nhint: sigma memory bank --mark\n',
  })
  expect(await project.git('status', '--porcelain')).toBe('')
  rmSync(join(project.root, '.sigma'), { recursive: true })
  rmSync(join(project.root, '.claude-collective'), { recursive: true })
  expect(await project.git('status', '--porcelain', '--ignored')).toBe('')
  for (const [path, text] of Object.entries(bank)) expect(read(project, path)).toBe(text)
})

/** Begins a run that waits at its first turn, and ends it. */
async function shortRun(world: CommandWorld): Promise<Played> {
  const played = await world.run('tdd', 'text')
  await world.run('decide', String(/text-\w+\/phase0\.decision/.exec(played.stdout)), 'abort')
  return played
}

const blocked = scriptOf({ when: { phase: 'Phase0' }, answer: '→[BL, no]' })

test('what Sigma wrote is no change of the person’s, and what the person wrote beside it is', slow, async () => {
  proves('DPTR-123')
  using project = await temporaryProject({ ...textModule, 'script.json': blocked })
  const world = commandWorld(project)
  expect((await shortRun(world)).exit).toBe(3)
  expect(await project.git('status', '--porcelain')).toContain('?? memory-bank/progress.md')
  expect((await shortRun(world)).stderr).not.toContain('uncommitted changes')
  writeFileSync(join(project.root, 'memory-bank/progress.md'), `${read(project, 'memory-bank/progress.md')}\nMine.\n`)
  const third = await shortRun(world)
  expect(third.stderr).toContain(
    'uncommitted changes are not part of the run, which starts from HEAD: memory-bank/progress.md.',
  )
  expect(read(project, 'memory-bank/progress.md')).toMatch(/<!-- sigma:end progress -->\n\nMine\.\n$/)
  const reports = readdirSync(join(project.root, metrics)).filter((name) => /^\d{8}T\d{6}Z(-\d)?-tdd\.json$/.test(name))
  expect(reports).toHaveLength(3)
})

test('a folder that the person keeps under version control does not ignore itself', slow, async () => {
  proves('SIG-94')
  using project = await temporaryProject({
    ...textModule,
    '.claude-collective/notes.md': 'mine\n',
    'script.json': blocked,
  })
  await shortRun(commandWorld(project))
  expect(existsSync(join(project.root, '.claude-collective/.gitignore'))).toBe(false)
  expect(await project.git('status', '--porcelain')).toContain('?? .claude-collective/metrics/')
})

test('--out moves the work directories, and whoever goes on or writes anew knows of it', slow, async () => {
  proves('SIG-91', 'SIG-93', 'SIG-97')
  const broken = { when: { phase: 'GREEN' }, answer: '→[EX, my tools broke]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(broken), '.gitignore': 'build\n' })
  const world = commandWorld(project)
  expect((await world.run('tdd', 'text', '--out', 'build/sigma')).exit).toBe(2)
  const gates = 'build/sigma/text/TDD_1/gates.json'
  expect(JSON.parse(read(project, gates)).gates).toHaveLength(1)
  expect(existsSync(join(project.root, '.claude-collective/sigma'))).toBe(false)
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  expect((await world.run('resume')).exit).toBe(0)
  const written = read(project, gates)
  expect(JSON.parse(written).gates.length).toBeGreaterThan(1)
  rmSync(join(project.root, 'build'), { recursive: true })
  expect((await world.run('project')).exit).toBe(0)
  expect(read(project, gates)).toBe(written)
  for (const out of ['.git/hooks', '.sigma', 'sub/.git/x', 'script.json', 'script.json/below'])
    expect(await world.run('tdd', 'text', '--out', out)).toMatchObject({
      exit: 64,
      stderr: expect.stringContaining('is no place for work directories'),
    })
})

test('names that lead elsewhere, or that file systems keep for themselves, are refused', slow, async () => {
  proves('SIG-93')
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  for (const module of [
    '../text',
    '/text',
    'text/../../x',
    'a\0b',
    'con',
    'sub/NUL.txt',
    'text.',
    '.git',
    'a\nb',
    'a\u001b[2J',
  ])
    expect((await world.run('tdd', module)).exit, JSON.stringify(module)).toBe(64)
  const plan = (id: string): string =>
    `\`\`\`json\n${JSON.stringify({ module: 'text', cycles: [{ id, interface: 'slug', phases: ['RED', 'GREEN', 'REFACTOR'] }] })}\n\`\`\`\n`
  for (const id of ['../TDD_1', '/TDD', 'a/b', 'a\0b', 'NUL', 'TDD\n1']) {
    project.write({ 'memory-bank/modules/text/tdd_plan.md': plan(id) })
    const { exit, stderr } = await world.run('tdd', 'text')
    expect([exit, stderr]).toEqual([1, expect.stringContaining('it names the cycle’s folder'.replace('’', "'"))])
  }
})

test(
  'a failure stands in σ₅ and its snapshot in σ₄, each once, before the command ends; resuming adds none',
  slow,
  async () => {
    proves('DPTR-108', 'DPTR-109')
    const broken = { when: { phase: 'GREEN' }, answer: '→[EX, my tools broke]' }
    using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(broken) })
    const world = commandWorld(project)
    const halted = await world.run('tdd', 'text')
    expect([halted.exit, halted.result['outcome']]).toEqual([2, 'halted'])
    const failures = (): number => (read(project, 'memory-bank/progress.md').match(/my tools broke/g) ?? []).length
    const snapshots = (): number => (read(project, 'memory-bank/activeContext.md').match(/; trunk `/g) ?? []).length
    expect([failures(), snapshots()]).toEqual([1, 1])
    expect(read(project, 'memory-bank/activeContext.md')).toMatch(
      /- halted: .*session `TDD_\w+_C1_\w+`, cycle 1, phase ℜᴳ, round 0, role dev/,
    )
    expect(read(project, 'memory-bank/progress.md')).toMatch(/^#### Batch₁: \(parallel 1\) ❌$/m)
    expect((await world.run('resume')).exit).toBe(2)
    expect([failures(), snapshots()]).toEqual([2, 2])
    writeFileSync(join(project.root, 'script.json'), scriptOf())
    expect((await world.run('resume')).exit).toBe(0)
    expect(failures()).toBe(2)
    expect(read(project, 'memory-bank/progress.md')).toMatch(/^#### Batch₁: \(parallel 1\) ✅$/m)
  },
)

test('a cycle that does not meet tests or coverage ends the run with 2, and is named', slow, async () => {
  proves('SIG-70', 'SIG-98', 'SIG-100')
  const untested = `${slugSource}export function idle() {\n  return 1\n}\n`
  const lazy = { when: { phase: 'GREEN' }, write: { 'src/text.js': untested }, answer: '→[GC, it works]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(lazy) })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text', '--cov-funcs', '100')
  expect(waiting.exit).toBe(3)
  expect((await world.run('tdd', 'nothing')).exit).toBe(1)
  expect((await world.run('tdd', 'text', '--parallel', '0')).exit).toBe(64)
  expect(await reportOf(world.run('status', 'text', '--json'))).toMatchObject({
    tddStatus: 'waiting',
    failedCycles: ['TDD_1'],
  })
  const [decision = ''] = /text-\w+\/C1\.green\.dev\.decision/.exec(waiting.stdout) ?? []
  const ended = await world.run('decide', decision, 'skip')
  expect([ended.exit, ended.result['outcome']]).toEqual([2, 'refused'])
  expect(JSON.stringify(ended.result['reasons'])).toContain('TDD_1')
  expect(log(project).map(({ code, coverageGate }) => [code, coverageGate])).toEqual([
    ['→RC', undefined],
    ['unexpected_fail', false],
    ['unexpected_fail', false],
    ['unexpected_fail', false],
  ])
  expect(await reportOf(world.run('status', 'text', '--json'))).toEqual({
    module: 'text',
    installed: true,
    planStatus: 'accepted',
    tddStatus: 'refused',
    failedCycles: ['TDD_1'],
    coverageThreshold: { lines: 0, functions: 100, branches: 0, statements: 0 },
    reviewSummary: null,
  })
})

async function reportOf(played: Promise<Played>): Promise<unknown> {
  const { runs: _, ...report } = (await played).result
  return report
}

test('a module without data is told of, and that is no error', async () => {
  proves('SIG-98')
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  expect(await world.run('status', 'nothing')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('There is no data of "nothing" yet'),
  })
  expect(await reportOf(world.run('status', 'nothing', '--json'))).toMatchObject({
    module: 'nothing',
    installed: false,
    planStatus: 'missing',
    tddStatus: 'none',
    failedCycles: [],
    reviewSummary: null,
  })
  expect(await reportOf(world.run('status', 'text', '--json'))).toMatchObject({
    installed: true,
    planStatus: 'written',
    tddStatus: 'none',
  })
})

test('what stands in the way of a file is told in one sentence, and the run goes on', async () => {
  using project = await temporaryProject({ ...textModule, '.claude-collective': 'a file of mine\n' })
  symlinkSync('../package.json', join(project.root, 'memory-bank/progress.md'))
  const { exit, stderr, result } = await commandWorld(project).run('tdd', 'text')
  expect([exit, result['outcome']]).toEqual([0, 'completed'])
  const warnings = stderr.split('\n').filter((line) => line.includes('so Sigma does not write it'))
  expect(warnings.filter((line) => line.includes('progress.md'))).toEqual([
    'warning: memory-bank/progress.md is a symbolic link, so Sigma does not write it; the run goes on.',
  ])
  expect(warnings.filter((line) => line.includes('events.log'))).toHaveLength(1)
  expect(new Set(warnings).size).toBe(warnings.length)
  expect(read(project, 'package.json')).toBe(textModule['package.json'])
  expect(read(project, 'memory-bank/activeContext.md')).toContain('No run is active.')
})
