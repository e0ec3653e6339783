/** Modules that need nothing of one another are built side by side, and integrated one by one: whole runs, real git, node:test. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReader, type RunView } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import { type Built, buildsOf, designs } from './kit/modules.ts'
import { recordedIn } from './kit/recorded.ts'
import { git, type Repository } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'
import { onBranch, wishing } from './kit/wishes.ts'

const gives = (name: string): Built => ({ name, gives: `'${name}: ' + text` })
const front: Built = {
  name: 'front',
  gives: "'front: ' + api(text) + ', ' + shop(text)",
  imports: "import { api } from './api.js'\nimport { shop } from './shop.js'\n\n",
}
const withFront = designs([
  ['api', 'nothing'],
  ['shop', 'nothing'],
  ['front', 'api, shop'],
])

const ok = (ended: Ended): Ended => {
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  return ended
}

/** When the turns of a module's build began and ended, in milliseconds. */
function spanOf({ path }: Repository, module: string): readonly [number, number] {
  using reader = openReader({ folder: join(path, '.sigma') })
  const build = reader.runs().find(({ protocol, subject }) => protocol === 'tdd' && subject === module)
  const times = reader
    .events(build?.run ?? '')
    .flatMap(({ event, envelope }) =>
      event.kind === 'begun' || event.kind === 'answered' ? [Date.parse(envelope.at)] : [],
    )
  return [Math.min(...times), Math.max(...times)]
}

function buildsIn({ path }: Repository): readonly RunView[] {
  using reader = openReader({ folder: join(path, '.sigma') })
  return reader.runs().filter(({ protocol }) => protocol === 'tdd')
}

const threeModules = (delayMs: number): Repository =>
  wishing(
    [
      ...buildsOf({ ...gives('api'), delaysMs: [delayMs, 0] }),
      ...buildsOf({ ...gives('shop'), delaysMs: [delayMs, 0] }),
      ...buildsOf(front),
    ],
    withFront,
  )

function expectAll(repository: Repository, ended: Ended): void {
  const { outcome, status, delivered } = resultOf(ok(ended))
  expect([outcome, status]).toEqual([
    'completed',
    'api, shop, front: designed, planned, built test first and reviewed.',
  ])
  for (const name of ['api', 'shop', 'front'])
    expect(onBranch(repository, delivered?.branch ?? '', `src/${name}.js`)).toContain(`export function ${name}`)
}

test('two modules are built side by side, the third on both; status, log and watch tell them apart', {
  timeout: 600_000,
}, async () => {
  proves('DPTR-01', 'DPTR-101')
  using repository = threeModules(2_000)
  const ended = await sigma(repository, 'run')
  expectAll(repository, ended)
  const [api, shop, last] = ['api', 'shop', 'front'].map((name) => spanOf(repository, name))
  expect(Math.max(api?.[0] ?? 0, shop?.[0] ?? 0)).toBeLessThan(Math.min(api?.[1] ?? 0, shop?.[1] ?? 0))
  expect(last?.[0] ?? 0).toBeGreaterThan(Math.max(api?.[1] ?? 0, shop?.[1] ?? 0))
  // What was said while they ran names the module of each turn.
  for (const name of ['api', 'shop']) expect(ended.stderr).toMatch(new RegExp(`${name} C1 green +dev answers →GC`))
  const log = (await sigma(repository, 'log')).stdout
  expect(log).toMatch(/(api|shop) joining integrate +combined as/)
  expect(log.match(/joining check +sigma measures: pass/g)).toHaveLength(1)
  const { stdout: status } = await sigma(repository, 'status')
  for (const name of ['api', 'shop', 'front'])
    expect(status).toMatch(
      new RegExp(`^ {2}${name} +plan-\\S+ \\(completed\\), tdd-\\S+ \\(completed\\), review-`, 'm'),
    )
  expect(git(repository, 'branch', '--list', 'sigma/*').trim().split('\n')).toHaveLength(1)
})

test('with one at a time they are built one after another, each on what the one before left', {
  timeout: 600_000,
}, async () => {
  using repository = wishing([...buildsOf(gives('api')), ...buildsOf(gives('shop')), ...buildsOf(front)], withFront, {
    limits: { modules: 1 },
  })
  expectAll(repository, await sigma(repository, 'run'))
  const [api, shop] = ['api', 'shop'].map((name) => spanOf(repository, name))
  expect(shop?.[0] ?? 0).toBeGreaterThan(api?.[1] ?? 0)
  expect((await sigma(repository, 'log')).stdout).not.toContain('joining')
})

test('killed while two are built, the run goes on with both and comes to the same end', {
  timeout: 600_000,
}, async () => {
  proves('DPTR-103')
  using repository = threeModules(15_000)
  const begun = start(repository, ['run'])
  await vi.waitUntil(() => inGreen(repository) === 2, { timeout: 200_000, interval: 50 })
  process.kill(-(begun.child.pid ?? 0), 'SIGKILL')
  expect((await begun.ended).signal).toBe('SIGKILL')
  const { stdout } = await sigma(repository, 'status')
  expect(stdout).toMatch(/to be taken up: ask C1\.green\.dev .*, in tdd-\S+ \(api\)/)
  expect(stdout).toMatch(/to be taken up: ask C1\.green\.dev .*, in tdd-\S+ \(shop\)/)
  expectAll(repository, await sigma(repository, 'resume'))
  expect(buildsIn(repository)).toHaveLength(3)
})

/** How many builds have a turn in GREEN that is open. */
function inGreen(repository: Repository): number {
  const isGreen = ({ open }: RunView): boolean => open.some(({ kind, at }) => kind === 'ask' && at.phase === 'GREEN')
  return recordedIn(repository, (reader) => reader.runs().filter(isGreen).length, 0)
}

test('what a person leaves refused is handed over as such; what needs it is not begun, what does not is done', {
  timeout: 600_000,
}, async () => {
  const deviates = { when: { phase: 'REVIEW', subject: 'api' }, answer: '→[DF, Behaviour: not as designed]' }
  using repository = wishing([deviates, ...[gives('api'), gives('shop'), front].flatMap(buildsOf)], withFront)
  const waiting = await sigma(repository, 'run')
  expect([waiting.exit, waiting.stderr]).toEqual([3, expect.stringContaining('The review of api ended refused')])
  const ended = await sigma(repository, 'decide', resultOf(waiting).run, 'leave')
  const { outcome, status, reasons, delivered } = resultOf(ended)
  expect([ended.exit, outcome], ended.stderr).toEqual([2, 'refused'])
  expect(status).toMatch(/The review of api .* left it so\. shop is done\. front was not begun, for api is not done\./)
  expect(reasons.map(({ rule }) => rule)).toEqual(['stage-refused', 'module-not-begun', 'deviation'])
  for (const name of ['api', 'shop'])
    expect(onBranch(repository, delivered?.branch ?? '', `src/${name}.js`)).toContain(`export function ${name}`)
})

test('two modules that break each other’s joint suite are named, not a third; the later one is built again until it fits', {
  timeout: 600_000,
}, async () => {
  proves('DPTR-101', 'DPTR-102')
  const lonely = "assert.deepEqual(readdirSync('src/plugins'), ['api.js'])"
  const plugin = 'export const plugin = true\n'
  const api: Built = { ...gives('api'), beside: { 'src/plugins/api.js': plugin }, tests: lonely }
  const shop: Built = {
    ...gives('shop'),
    beside: { 'src/plugins/shop.js': plugin },
    again: { 'src/extras/shop.js': plugin },
    // Later than what is built before it, on a slow machine too.
    delaysMs: [90_000, 0],
  }
  const web: Built = { ...gives('web'), delaysMs: [30_000, 0] }
  const modules = designs(['api', 'shop', 'web'].map((name) => [name, 'nothing']))
  using repository = wishing([api, shop, web].flatMap(buildsOf), modules, { limits: { modules: 3 } })
  const ended = ok(await sigma(repository, 'run'))
  const { delivered, run } = resultOf(ended)
  const joined = 'The joint test suite does not pass on api and shop together.'
  const log = (await sigma(repository, 'log', run)).stdout
  expect(log).toMatch(/web joining check +sigma measures: pass/)
  expect(log).toMatch(/shop joining check +sigma measures: refused/)
  const builds = buildsIn(repository).filter(({ subject }) => subject === 'shop')
  expect(builds).toHaveLength(2)
  const told = JSON.stringify(builds.map(({ input }) => input))
  for (const said of [joined, 'It fails with api and shop together, without the others.']) expect(told).toContain(said)
  const files = git(repository, 'ls-tree', '-r', '--name-only', delivered?.branch ?? '')
  expect(files).toContain('src/plugins/api.js')
  expect(files).toContain('src/extras/shop.js')
  expect(files).not.toContain('src/plugins/shop.js')
})

test('what conflicts once more after it was built again is a person’s, who merges it by hand; the joint suite measures that', {
  timeout: 900_000,
}, async () => {
  proves('F46', 'DPTR-102')
  const line = (name: string): string => `export { ${name} } from './${name}.js'\n`
  const small = line('small').replace('small.js', 'text.js')
  const index = (...names: readonly string[]): Built['beside'] => ({
    'src/index.js': [small, ...names.map(line)].join(''),
  })
  const one = (name: string, again: Built['again'], delaysMs: readonly [number, number]): Built => ({
    ...gives(name),
    ...(again !== undefined && { again }),
    beside: index(name) ?? {},
    existing: ['src/index.js'],
    delaysMs,
  })
  const builds = [
    one('api', undefined, [0, 0]),
    one('shop', index('api', 'shop'), [8_000, 30_000]),
    one('web', index('api', 'web'), [20_000, 75_000]),
  ]
  using repository = wishing(
    builds.flatMap(buildsOf),
    { ...designs(['api', 'shop', 'web'].map((name) => [name, 'nothing'])), 'src/index.js': small },
    { limits: { modules: 3 } },
  )
  const waiting = await sigma(repository, 'run')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  const inbox = (await sigma(repository, 'inbox')).stdout
  expect(inbox).toContain('web is built and reviewed, and does not go together with shop.')
  expect(inbox).toContain('The work on shop and web cannot be merged: it conflicts in src/index.js.')
  expect(inbox).toMatch(/options:\n {4}extend .*\n +→ .*\n {4}merged .*\n +→ .*\n {4}abort /)
  const folder = /workspace: (.+)/.exec(inbox)?.[1] ?? ''
  const conflicting = join(folder, 'src/index.js')
  expect(readFileSync(conflicting, 'utf8')).toMatch(/^<{7} shop$[\s\S]*^>{7} web$/m)
  const { run } = resultOf(waiting)
  const decide = (): Promise<Ended> => sigma(repository, 'decide', run, 'merged')
  expect((await decide()).stderr).toContain('The marks of conflicts are left in src/index.js')
  writeFileSync(conflicting, Object.values(index('api', 'shop', 'web') ?? {}).join(''))
  const ended = ok(await decide())
  const { delivered, outcome } = resultOf(ended)
  expect(outcome).toBe('completed')
  expect(onBranch(repository, delivered?.branch ?? '', 'src/index.js')).toMatch(/api[\s\S]*shop[\s\S]*web/)
  expect(git(repository, 'log', '--format=%s', delivered?.branch ?? '')).toContain('Merge shop, web by hand')
})
