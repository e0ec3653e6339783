import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { heldAt, type LivingProcesses } from '@sigma/engine'
import { afterEach, expect, test } from 'vitest'
import { localLiving, localProcesses } from '../fixture/local-processes.ts'
import { smallProject, styles } from '../fixture/small-project.ts'
import { createRehearsals, type RehearsalWorld } from './rehearsals.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-rehearsals-')))
afterEach(() => rmSync(top, { recursive: true, force: true }))

const { PATH = '' } = process.env
const { signal } = new AbortController()
const project = {
  runner: 'node:test',
  folder: '',
  tests: ['test/**/*.test.js'],
  source: ['src/**'],
  guarded: [],
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
  checkLimitMs: 30_000,
}

function stage(living: LivingProcesses = localLiving(), more: Partial<RehearsalWorld> = {}) {
  const path = join(top, 'tree')
  const started: string[] = []
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  for (const [file, text] of Object.entries(smallProject(styles['node:test']))) write(file, text)
  const processes = localProcesses()
  const rehearsals = createRehearsals({
    processes: {
      ...processes,
      open: (spec) => {
        started.push(spec.cwd)
        return living.open(spec)
      },
    },
    scratch: join(top, 'scratch'),
    environment: (home, temporary, given) => ({ PATH, HOME: home, TMPDIR: temporary, ...given }),
    ...more,
  })
  const rehearse = (scope: 'related' | 'all' = 'related', some = {}) =>
    rehearsals.rehearse({ path, project: { ...project, ...some }, scope }, signal)
  return { rehearsals, rehearse, write, path, started, cold: processes.started }
}

test('only what a change concerns is run, what failed is run again, and the rest still stands', async () => {
  const { rehearse, rehearsals, write, path } = stage()
  await delay(60)
  expect(await rehearse()).toMatchObject({ outcome: 'passed', passed: 11, kept: 0, how: 'warm' })
  expect(await rehearse()).toMatchObject({ outcome: 'passed', passed: 11, ran: [], kept: 4 })
  write('src/text.js', 'export const slug = () => 1\nexport const shout = () => 2')
  await delay(60)
  const broken = await rehearse()
  expect(broken).toMatchObject({ outcome: 'failed', failed: 3, ran: ['test/report.test.js', 'test/text.test.js'] })
  expect(broken.failures[0]).toMatchObject({ what: 'test/report.test.js › titles' })
  expect(await rehearse()).toMatchObject({ outcome: 'failed', failed: 3, passed: 8, ran: broken.ran })
  expect(await rehearse('all')).toMatchObject({ outcome: 'failed', failed: 3, passed: 8, kept: 0 })
  await rehearsals.release(path)
})

test('what the sandbox lays there to keep a name absent is no change', async () => {
  const { rehearse, rehearsals, path } = stage()
  await delay(60)
  await rehearse()
  for (const name of ['.npmrc', '.bashrc']) {
    writeFileSync(join(path, name), '')
    utimesSync(join(path, name), heldAt, heldAt)
  }
  expect(await rehearse()).toMatchObject({ outcome: 'passed', ran: [], kept: 4 })
  rmSync(join(path, '.npmrc'))
  expect(await rehearse()).toMatchObject({ outcome: 'passed', ran: [], kept: 4 })
  await rehearsals.release(path)
})

test('what is kept ready is not used after a change of what decides how tests run', async () => {
  const { rehearse, rehearsals, write, path, started } = stage()
  await rehearse()
  while (started.length < 2) await delay(5)
  write('package.json', '{ "type": "commonjs" }')
  expect(await rehearse()).toMatchObject({ outcome: 'failed', kept: 0 })
  expect(started).toHaveLength(3)
  await rehearsals.release(path)
})

test('where the warm runner cannot tell, the tests are run cold', async () => {
  const silent: LivingProcesses = {
    open: (spec) => localLiving().open({ ...spec, command: ['node', '--eval', ''] }),
  }
  const { rehearse, rehearsals, path, cold } = stage(silent)
  expect(await rehearse()).toMatchObject({ outcome: 'passed', passed: 11, how: 'cold' })
  expect(cold).toHaveLength(1)
  await rehearsals.release(path)
})

test('nothing is said of tests that do not end, that are not there, or that no runner is known for', async () => {
  const { rehearse, rehearsals, write, path } = stage()
  write('test/math.test.js', `import { test } from 'node:test'\ntest('never', () => { for (;;); })`)
  const hanging = await rehearse('all', { checkLimitMs: 3_000 })
  expect(hanging).toMatchObject({ outcome: 'unknown', problem: { rule: 'timed-out' } })
  expect(await rehearse('all', { tests: ['spec/**'] })).toMatchObject({
    outcome: 'unknown',
    problem: { rule: 'no-tests' },
  })
  const strange = await rehearse('all', { runner: 'strange' })
  expect(strange).toMatchObject({ outcome: 'unknown', how: 'cold', problem: { rule: 'runner-unknown' } })
  await rehearsals.release(path)
})

test('a file that holds tests and tells of none has failed; one that holds none is left alone', async () => {
  const { rehearse, rehearsals, write, path } = stage()
  expect(await rehearse('all')).toMatchObject({ outcome: 'passed' })
  write('test/kit/words.js', 'export const words = []\n')
  expect(await rehearse('all', { tests: ['test/**'] })).toMatchObject({ outcome: 'passed', passed: 11 })
  write('src/text.js', `export const slug = () => 1\nexport const shout = () => 2\nprocess.exit(0)\n`)
  const left = await rehearse('all')
  expect(left.outcome).toBe('failed')
  expect(left.failures).toContainEqual({
    what: 'test/text.test.js',
    message: 'ended-early: Its process ended before its tests did. (exit 0)',
    place: null,
  })
  await rehearsals.release(path)
})

test('a release ends what is being run, also what waits for it, and leaves nothing behind', async () => {
  const { rehearse, rehearsals, write, path } = stage()
  const pids = join(top, 'pid')
  write(
    'test/math.test.js',
    `import { test } from 'node:test'\nimport { writeFileSync } from 'node:fs'
     test('never', () => { writeFileSync(${JSON.stringify(pids)}, String(process.pid)); for (;;); })`,
  )
  const running = rehearse().catch((error: unknown) => error)
  const waiting = rehearse().catch((error: unknown) => error)
  while (!readdirSync(top).includes('pid')) await delay(20)
  await rehearsals.release(path)
  expect(await running).toMatchObject({ name: 'AbortError' })
  expect(await waiting).toMatchObject({ name: 'AbortError' })
  expect(readdirSync(join(top, 'scratch'))).toEqual([])
  await rehearsals.release(path)
})

test('pipes, and links that lead nowhere or to no end, hold nobody up', async () => {
  const { rehearse, rehearsals, path } = stage()
  const pipes = ['test/pipe.test.js', 'src/pipe.js', 'jest.config.js'].map((file) => join(path, file))
  for (const pipe of pipes) execFileSync('mkfifo', [pipe])
  symlinkSync('loop', join(path, 'test/loop'))
  symlinkSync('/dev/zero', join(path, 'test/zero.test.js'))
  expect(await rehearse()).toMatchObject({ outcome: 'passed', passed: 11 })
  expect(await rehearse('all')).toMatchObject({ outcome: 'passed', passed: 11 })
  await rehearsals.release(path)
})

test.each(['vitest', 'jest'])('a manifest of %s that is a pipe holds nobody up', async (runner) => {
  const { rehearse, rehearsals, path } = stage()
  rmSync(join(path, 'package.json'))
  mkdirSync(join(path, 'node_modules', runner), { recursive: true })
  for (const pipe of ['package.json', `node_modules/${runner}/package.json`]) execFileSync('mkfifo', [join(path, pipe)])
  expect(await rehearse('all', { runner })).toMatchObject({ outcome: 'unknown', problem: { rule: 'runner-missing' } })
  await rehearsals.release(path)
})

test('what tests read besides lies in a folder that follows the one that is worked in, never in that itself', async () => {
  const followed: string[] = []
  const { rehearse, write, path } = stage(localLiving(), {
    mirror: async (from, into, reads) => {
      const follow = async (): Promise<void> => {
        cpSync(from, into, { recursive: true })
        writeFileSync(join(into, 'data.txt'), reads.join())
        followed.push(into)
      }
      mkdirSync(into)
      return { path: into, follow }
    },
  })
  write(
    'test/data.test.js',
    `import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\n` +
      `test('reads', () => { assert.equal(readFileSync('data.txt', 'utf8') + process.env.MODE_OF_IT, 'data.txt,on') })\n`,
  )
  expect(await rehearse('all')).toMatchObject({ outcome: 'failed', failed: 1 })
  const given = { reads: ['data.txt'], env: { MODE_OF_IT: ',on' } }
  expect(await rehearse('related', given)).toMatchObject({ outcome: 'passed', failed: 0 })
  write('src/math.js', 'export const add = () => 0, sub = () => 0, scale = () => 0, clamp = () => 0\n')
  expect(await rehearse('related', given)).toMatchObject({ outcome: 'failed' })
  expect([followed.length, readdirSync(path).includes('data.txt')]).toEqual([2, false])
})
