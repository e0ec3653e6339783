/** What `sigma gc` takes and leaves, with whole runs; only the agents are scripted. Kills and processes: `test/gc.long.test.ts`. */
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type CommandWorld, commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

vi.setConfig({ testTimeout: 180_000 })

const blocked = { when: { phase: 'RED' }, answer: '→[BL, which separator?]' }

async function built(world: CommandWorld): Promise<string> {
  return String((await world.run('tdd', 'text')).result['run'])
}

const cacheOf = ({ cache }: TemporaryProject): string => {
  const [project = ''] = readdirSync(join(cache, 'sigma')).filter((name) => /^[0-9a-f]{12}$/.test(name))
  return join(cache, 'sigma', project)
}
const refsOf = (project: TemporaryProject) => project.git(`--git-dir=${project.root}/.sigma/git`, 'for-each-ref')

test('an old run goes with all that is its own; its branch, reports and lines stay, and what is left is whole', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  const old = await built(world)
  const newest = await built(world)
  writeFileSync(join(project.root, 'script.json'), scriptOf(blocked))
  const waiting = await built(world)
  const branches = await project.git('for-each-ref', 'refs/heads')
  const folder = join(project.root, '.claude-collective/metrics/sigma/text')
  const reports = readdirSync(folder)
  const log = readFileSync(join(folder, 'events.log'), 'utf8')
  expect((await world.run('gc')).stdout).toMatch(/^No run is to be taken\./)
  const planned = await world.run('gc', '--older', '0', '--dry-run', '--keep', '2', '--json')
  expect(planned).toMatchObject({ exit: 0, result: { dryRun: true, taken: [old] } })
  expect(await world.run('log', old)).toMatchObject({ exit: 0 })
  const { exit, stdout, stderr } = await world.run('gc', '--older', '0', '--keep', '2')
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  expect(stdout).toMatch(new RegExp(`^Took 1 run: ${old}\\.\nFreed `))
  expect(stdout).toContain(`stays, not over: ${waiting}`)
  expect(stdout).toContain(`stays, newest of a module (--keep): ${newest}`)
  expect(await world.run('log', old)).toMatchObject({ exit: 1 })
  expect(readdirSync(cacheOf(project))).not.toContain(old)
  expect(readdirSync(join(project.root, '.sigma/workspaces'))).not.toContain(old)
  const refs = await refsOf(project)
  expect([refs.includes(old), refs.includes(newest), refs.includes(waiting)]).toEqual([false, true, true])
  expect(await project.git(`--git-dir=${project.root}/.sigma/git`, 'fsck', '--no-dangling')).toBe('')
  expect(await project.git('for-each-ref', 'refs/heads')).toBe(branches)
  expect([readdirSync(folder), readFileSync(join(folder, 'events.log'), 'utf8')]).toEqual([reports, log])
  expect(await world.run('project', '--check')).toMatchObject({ exit: 0, stderr: '' })
  expect(await world.run('doctor', newest)).toMatchObject({ exit: 0 })
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const [decision] = (await world.run('__complete', 'decide', '')).stdout.split('\n')
  expect((await world.run('diff', newest)).stdout).toContain('src/text.js')
  expect(await world.run('decide', decision ?? '', 'abort')).toMatchObject({ exit: 2 })
  expect(readFileSync(join(folder, 'events.log'), 'utf8').startsWith(log)).toBe(true)
})

test('a ceiling takes the oldest first, warns when a run begins above it, and says what is in its way', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  const old = await built(world)
  const config: object = JSON.parse(String(textModule['sigma.config.json']))
  project.write({ 'sigma.config.json': JSON.stringify({ ...config, limits: { disk: '1KB' } }) })
  const { stderr, result } = await world.run('tdd', 'text')
  expect(stderr).toMatch(/warning: Sigma takes .* of disk for this project, more than limits\.disk \(1\.0 KB\)/)
  const taken = await world.run('gc')
  expect([taken.exit, taken.stdout]).toEqual([1, expect.stringMatching(`^Took 1 run: ${old}\\.`)])
  expect(taken.stdout).toMatch(/above the ceiling of 1\.0 KB/)
  expect(taken.stdout).toContain(String(result['run']))
  expect(await world.run('gc', '--disk', '1GB')).toMatchObject({ exit: 0 })
  expect((await world.run('gc', '--disk', 'much')).exit).toBe(64)
})

test('what a run or a project left that is gone goes with time; what may be somebody’s else stays', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  const run = await built(world)
  const long = new Date(Date.now() - 40 * 86_400_000)
  const mine = cacheOf(project)
  const [note = ''] = readdirSync(join(mine, '.homes'))
  const home = readFileSync(join(mine, '.homes', note), 'utf8')
  const put = (path: string, text = ''): void => project.write({ [`../cache/sigma/${path}`]: text })
  const own = mine.slice(join(project.cache, 'sigma').length + 1)
  for (const name of ['lost-a1b2c3', 'young-a1b2c3']) put(`${own}/${name}/C1/a.js`)
  for (const name of ['lost-a1b2c3', run]) utimesSync(join(mine, name), long, long)
  put('0123456789ab/.homes/a.json', home.replace(project.root, join(project.root, 'gone')))
  put('0123456789ab/x/C1/a.js')
  put('1123456789ab/.homes/a.json', home)
  put('2123456789ab/x/C1/a.js')
  for (const name of ['0123456789ab', '1123456789ab'])
    utimesSync(join(project.cache, 'sigma', name, '.homes/a.json'), long, long)
  // A package of the same repository, whose store cannot be read just now: the run may be its own.
  put(`${own}/.homes/b.json`, home.replace('.sigma', 'packages/b/.sigma'))
  project.write({ 'packages/b/.sigma/sigma.db': 'no store' })
  const first = await world.run('gc', '--json')
  expect(first).toMatchObject({ exit: 0, result: { taken: [], leftovers: [] } })
  expect(first.stderr).toMatch(/^note: Nothing says whose these are, so they stay: \S*\/2123456789ab\n$/)
  rmSync(join(project.root, 'packages'), { recursive: true })
  expect(await world.run('gc', '--json')).toMatchObject({ result: { taken: [], leftovers: ['lost-a1b2c3'] } })
  expect(readdirSync(mine)).toEqual(expect.arrayContaining(['young-a1b2c3', run]))
  const left = readdirSync(join(project.cache, 'sigma')).filter((name) => name.endsWith('123456789ab'))
  expect(left).toEqual(['1123456789ab', '2123456789ab'])
})

test('beside a running sigma it takes what that one does not use, and says what waits', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  const old = await built(world)
  writeFileSync(
    join(project.root, 'script.json'),
    scriptOf({ when: { phase: 'RED' }, delayMs: 60_000, answer: '→[RC, never]' }),
  )
  const first = commandWorld(project)
  const playing = first.run('tdd', 'text')
  while (!/C1 red +qa is asked/.test(first.printed())) await new Promise((resolve) => setTimeout(resolve, 20))
  const { exit, stdout, stderr } = await world.run('gc', '--older', '0', '--keep', '0')
  expect([exit, stdout]).toEqual([0, expect.stringMatching(`^Took 1 run: ${old}\\.[\\s\\S]*stays, not over: text-`)])
  expect(stderr).toMatch(/note: What process \d+ \(`sigma tdd text`\) may be using stays/)
  expect([readdirSync(cacheOf(project)).includes(old), (await refsOf(project)).includes(old)]).toEqual([false, true])
  await world.run('stop')
  expect((await playing).stderr).not.toMatch(/warning: (?!uncommitted)/)
  expect(await world.run('project', '--check')).toMatchObject({ exit: 0 })
  expect(await world.run('gc', '--older', '0', '--keep', '0')).toMatchObject({ exit: 0, stderr: '' })
  expect((await refsOf(project)).includes(old)).toBe(false)
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  expect(await world.run('resume')).toMatchObject({ exit: 0, result: { outcome: 'completed' } })
})

test('where there is nothing yet, nothing is made', async () => {
  using project = await temporaryProject(textModule)
  const before = await project.state()
  expect(await commandWorld(project).run('gc')).toMatchObject({
    exit: 0,
    stdout: 'No run is to be taken.\nFreed 0 B here; 0 B stay.\n',
  })
  expect([await project.state(), existsSync(join(project.root, '.sigma'))]).toEqual([before, false])
})
