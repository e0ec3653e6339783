import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Observation, type Proof, type Turn, turnEnvironment } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../../testing/index.ts'

const source = 'export function twice(number) {\n  return number\n}\n'
const solved =
  'export function twice(number) {\n  const doubled = number * 2\n  if (Number.isNaN(doubled)) throw new TypeError("no number given")\n  return doubled\n}\n'

const ann = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
}

interface Scene extends AsyncDisposable {
  readonly repository: TemporaryRepository
  readonly workspace: string
  readonly turn: Turn
  /** As an agent's shell does it, without a sandbox. */
  agent(command: string): void
  /** As the user does it. */
  person(command: string): void
  /** Looks again: what changed since the scene began, and what of it is proved. */
  look(): Promise<{
    readonly changed: readonly string[]
    readonly proofs: readonly Proof[]
    readonly before: Observation
    readonly after: Observation
  }>
  readonly workspaces: Awaited<ReturnType<typeof temporaryWorkspaces>>['workspaces']
  readonly blobs: Awaited<ReturnType<typeof temporaryWorkspaces>>['blobs']
}

async function scene(prepare: (repository: TemporaryRepository) => void = () => undefined): Promise<Scene> {
  const repository = temporaryRepository({ 'src/a.js': source, 'src/b.js': '1\n', '.gitignore': '.sigma\n' })
  prepare(repository)
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const turn: Turn = {
    ...place,
    attempt: 'C1.green.dev@1',
    ask: 'C1.green.dev',
    role: 'dev',
    agent: 'mine',
    beganAt: Date.now() - 20,
    confined: false,
  }
  const before = await workspaces.observe()
  const shell = (cwd: string, command: string, env: Readonly<Record<string, string>>): void => {
    execFileSync('sh', ['-c', command], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', ...env, REPO: repository.root },
      stdio: 'pipe',
    })
  }
  return {
    repository,
    workspace: path,
    turn,
    workspaces,
    blobs,
    agent: (command) => shell(path, command, { HOME: path, ...turnEnvironment(turn) }),
    person: (command) => shell(repository.root, command, { HOME: repository.root, ...ann }),
    look: async () => {
      const after = await workspaces.observe()
      const names = [...new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])].sort((a, b) =>
        a < b ? -1 : 1,
      )
      const changed = names.filter((name) => before.parts[name] !== after.parts[name])
      return { before, after, changed, proofs: await workspaces.trace({ after, parts: changed, turns: [turn] }) }
    },
    [Symbol.asyncDispose]: async () => repository[Symbol.dispose](),
  }
}

const deeds: Readonly<Record<string, readonly [command: string, parts: readonly string[]]>> = {
  'a commit': ['echo x >> $REPO/src/b.js && git -C $REPO commit -qam mine', ['refs/heads/main']],
  'an amended commit': ['git -C $REPO commit -q --amend -m mine', ['refs/heads/main']],
  'a new branch': ['git -C $REPO checkout -qb mine', ['HEAD', 'refs/heads/mine']],
  'a reset': ['git -C $REPO reset -q --hard HEAD~1', ['refs/heads/main']],
  'a moved ref': ['git -C $REPO update-ref refs/heads/main HEAD~1', ['refs/heads/main']],
  'a tag of its own': ['git -C $REPO tag -am mine mine', ['refs/tags/mine']],
  'a stash': ['echo x >> $REPO/src/b.js && git -C $REPO stash -q', ['refs/stash', 'stash']],
}

test.for(Object.entries(deeds))(
  '%s in the user’s repository is proved by what git noted, and the same by a person is not',
  async ([, [command, parts]]) => {
    proves('T35')
    const second = (repository: TemporaryRepository): void => {
      repository.write('src/b.js', '2\n')
      repository.commit('Second')
    }
    await using one = await scene(second)
    one.agent(command)
    const { proofs } = await one.look()
    expect(proofs.map(({ part }) => part)).toEqual(expect.arrayContaining([...parts]))
    for (const { kind, attempt } of proofs) expect([kind, attempt]).toEqual(['identity', one.turn.attempt])
    await using other = await scene(second)
    other.person(command)
    const seen = await other.look()
    expect(seen.changed).toEqual(expect.arrayContaining([...parts]))
    expect(seen.proofs).toEqual([])
  },
)

const solve = (file: string): string => `cat > ${file} <<'EOT'\n${solved}EOT\n`

test('what stands in the workspace and was nowhere before is proved in the user’s files, in a hook too', async () => {
  await using one = await scene()
  one.agent(
    `${solve('src/a.js')} cp src/a.js $REPO/src/a.js; cp src/a.js $REPO/.git/hooks/pre-commit; echo 1 > $REPO/note`,
  )
  const { changed, proofs } = await one.look()
  expect(changed).toEqual(['hooks/pre-commit', 'note', 'src/a.js'])
  expect(proofs.map(({ part, kind }) => [part, kind])).toEqual([
    ['hooks/pre-commit', 'content'],
    ['src/a.js', 'content'],
  ])
})

const formatted = source.replace(/ {2}/g, '\t').replaceAll('\n', ';\n')
const people: Readonly<Record<string, readonly [agent: string, person: string]>> = {
  'writes something else': [solve('src/a.js'), 'echo "// mine" >> src/a.js'],
  'has the same formatter': [`printf '${formatted}' > src/a.js`, `printf '${formatted}' > src/a.js`],
  'changes a word to the same': ['echo 2 > src/b.js', 'echo 2 > src/b.js'],
  'checks out a branch that the agent copied from': [
    'git -C $REPO show other:src/a.js > src/a.js',
    'git checkout -q other',
  ],
}

test.for(Object.entries(people))(
  'a person who %s meanwhile is not taken for the agent',
  async ([, [agent, person]]) => {
    await using one = await scene((repository) => {
      repository.git('checkout', '-qb', 'other')
      repository.write('src/a.js', solved)
      repository.commit('Other')
      repository.git('checkout', '-q', 'main')
    })
    one.agent(agent)
    one.person(person)
    const { changed, proofs } = await one.look()
    expect(changed).not.toEqual([])
    expect(proofs).toEqual([])
  },
)

test('a process of the turn that holds a file open for writing is seen, whatever it writes', async () => {
  await using one = await scene()
  const attending = one.workspaces.attend(one.turn)
  const program = `const fd = require('fs').openSync(process.argv[1], 'a'); require('fs').writeSync(fd, 'x'); console.log(1); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', program, join(one.repository.root, 'src/b.js')], {
    env: turnEnvironment(one.turn),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  attending[Symbol.dispose]()
  child.kill('SIGKILL')
  const { proofs } = await one.look()
  expect(proofs).toMatchObject([{ part: 'src/b.js', kind: 'open-file', seen: expect.stringContaining('(node)') }])
})

test('a breach is put aside with both versions, nothing of the user’s is touched, and the way back leads back', async () => {
  proves('T35')
  await using one = await scene((repository) => {
    repository.write('src/a.js', `// a person’s, not committed yet\n${source}`)
  })
  const { repository } = one
  const [was, head] = [readFileSync(join(repository.root, 'src/a.js'), 'utf8'), repository.head]
  one.agent(
    `${solve('src/a.js')} cp src/a.js $REPO/src/a.js; cp src/a.js $REPO/new.js; git -C $REPO add new.js; git -C $REPO commit -qm mine`,
  )
  const { before, after, proofs } = await one.look()
  expect(proofs.map(({ part }) => part)).toEqual(['new.js', 'refs/heads/main', 'src/a.js'])
  const bytes = repository.fingerprint()
  const { ref, undo, evidence } = await one.workspaces.quarantine({ turn: one.turn, proofs, before, after })
  expect(repository.fingerprint()).toBe(bytes)
  const own = (path: string): string =>
    `${repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, 'show', `${ref}:${path}`)}\n`
  expect(own('src/a.js')).toBe(solved)
  expect(own('.sigma-quarantine/before/src/a.js')).toBe(was)
  expect(own('.sigma-quarantine/after/src/a.js')).toBe(solved)
  expect(JSON.parse(Buffer.from(one.blobs.get(evidence)).toString())).toMatchObject({
    rule: 'isolation-breach',
    role: 'dev',
    agent: 'mine',
    ref,
    undo,
  })
  for (const command of undo) one.person(command)
  expect(readFileSync(join(repository.root, 'src/a.js'), 'utf8')).toBe(was)
  expect(repository.git('rev-parse', 'HEAD')).toBe(head)
  expect(existsSync(join(repository.root, 'new.js'))).toBe(false)
})

test('what was changed in two turns at once is put down to the one that is proved', async () => {
  await using one = await scene()
  const other: Turn = { ...one.turn, workspace: 'C2', attempt: 'C2.green.dev@1', ask: 'C2.green.dev' }
  const { path } = await one.workspaces.prepare(other)
  mkdirSync(dirname(join(path, 'src/a.js')), { recursive: true })
  writeFileSync(join(path, 'src/a.js'), solved)
  one.agent('git -C $REPO checkout -qb mine')
  const { after, changed } = await one.look()
  const proofs = await one.workspaces.trace({ after, parts: changed, turns: [other, one.turn] })
  expect(new Set(proofs.map(({ attempt }) => attempt))).toEqual(new Set([one.turn.attempt]))
})
