import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../testing/index.ts'

const program = fileURLToPath(new URL('./testing/landing-host.ts', import.meta.url))

interface Ended {
  readonly signal: string | null
  readonly events: readonly {
    readonly kind: string
    readonly id: string
    readonly cause?: string
    readonly findings?: unknown
  }[]
}

function played({ root, outside, head }: TemporaryRepository, dies: number): Promise<Ended> {
  const parameters = [program, root, outside, head, String(dies)]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, parameters, (error, stdout, stderr) => {
      const signal = error?.signal ?? null
      if (error !== null && signal !== 'SIGKILL') reject(new Error(stderr))
      else resolve({ signal, events: stdout === '' ? [] : JSON.parse(stdout) })
    })
  })
}

/** A person is at work in it. */
function project(): TemporaryRepository {
  const repository = temporaryRepository({ 'design.md': '# Design\n', 'src/a.js': 'a\n', 'src/mine.js': 'a\n' })
  repository.write('.git/info/exclude', '.sigma/\n.plasmodium/\n')
  repository.write('.plasmodium/tasks/tk-one/meta.json', '{}\n')
  repository.write('src/mine.js', 'mine, staged\n')
  repository.git('add', 'src/mine.js')
  repository.write('src/mine.js', 'mine, changed\n')
  repository.write('src/loose.js', 'mine, new\n')
  return repository
}

function expectLanded(repository: TemporaryRepository): void {
  const shown = (name: string): string =>
    repository.git('show', '--format=%P %an %s %(trailers:key=Sigma-Task,valueonly)', '--name-status', name)
  for (const name of ['one', 'two'])
    expect(shown(`sigma/tk-${name}`)).toBe(
      `${repository.head} Sigma [plasmodium] tk-${name}: ${name} tk-${name}\n\n\nA\tsrc/${name}.js`,
    )
  expect(repository.git('rev-parse', 'main')).toBe(repository.git('rev-parse', 'sigma/tk-one'))
  expect(repository.git('status', '--porcelain')).toBe('MM src/mine.js\n?? src/loose.js')
  expect(repository.git('show', ':src/mine.js')).toBe('mine, staged')
  expect(repository.git('for-each-ref', '--format=%(refname)')).toBe(
    'refs/heads/main\nrefs/heads/sigma/tk-one\nrefs/heads/sigma/tk-two',
  )
  repository.git('fsck', '--connectivity-only', '--no-dangling')
}

test('two tasks at work at once land by the host as one commit each, and a seat that may write nothing has trespassed', async () => {
  proves('ROOM-93', 'ROOM-118', 'ROOM-119', 'ROOM-121', 'ROOM-122', 'T36')
  using repository = project()
  const { events } = await played(repository, 0)
  expectLanded(repository)
  expect(events).toHaveLength(3)
  expect(events.find(({ kind }) => kind === 'failed')).toMatchObject({
    id: 'own-seat',
    cause: 'trespass',
    findings: [{ rule: 'outside-role', message: expect.stringContaining('src/seat.js') }],
  })
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  expect(repository.git(own, 'show', 'refs/sigma/evidence/run-1/seat/1:src/seat.js')).toBe('seat')
  expect(readdirSync(join(repository.root, 'src')).sort()).toEqual(['a.js', 'loose.js', 'mine.js', 'one.js'])
})

test('hosts that are killed, each a boundary later than the one before, land each task once', async () => {
  proves('ROOM-122')
  using repository = project()
  let deaths = 0
  while ((await played(repository, deaths + 1)).signal !== null) deaths += 1
  expect(deaths).toBeGreaterThan(4)
  expectLanded(repository)
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  expect(repository.git(own, 'for-each-ref', '--format=%(refname)', 'refs/sigma/delivered')).toBe(
    'refs/sigma/delivered/run-1/tk-one/1\nrefs/sigma/delivered/run-1/tk-two/1',
  )
})
