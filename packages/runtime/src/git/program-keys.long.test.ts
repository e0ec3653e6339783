import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { copyOf, type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { openHistory } from '../workspace/history.ts'
import { allHooks, eachHook, hooks, type ProgramKey, programKeys } from './fixture/program-keys.ts'
import { inspectRepository } from './repository.ts'

const { PATH = '' } = process.env

/** With branches to merge and a change that nobody committed; copied for each case, for to make it takes many commands. */
const template = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n', '.gitattributes': '' })
for (const [branch, file, content] of [
  ['ahead', 'src/a.js', '1\n2\n'],
  ['aside', 'src/a.js', '3\n'],
  ['beside', 'src/c.js', '1\n'],
] as const) {
  template.git('checkout', '--quiet', '-b', branch, template.head)
  template.write(file, content)
  template.commit(branch)
}
template.git('checkout', '--quiet', 'main')
template.write('src/a.js', '4\n')
template.commit('Main')
template.write('src/b.js', '5\n')
afterAll(() => template[Symbol.dispose]())

interface Hostile extends Disposable {
  readonly repository: TemporaryRepository
  /** Names of the keys whose program was started. */
  readonly ran: () => readonly string[]
}

/** A repository with ways in which git starts programs that leave a file behind, each its own. */
function hostile(keys: readonly ProgramKey[]): Hostile {
  const repository = copyOf(template)
  for (const [at, key] of keys.entries()) plant(repository, key, `evil-${at}`)
  return {
    repository,
    ran: () => keys.filter((_, at) => existsSync(join(repository.outside, `evil-${at}-ran`))).map(({ name }) => name),
    [Symbol.dispose]: () => repository[Symbol.dispose](),
  }
}

function plant(
  { outside, root }: TemporaryRepository,
  { settings, attributes, hook, name }: ProgramKey,
  own: string,
): void {
  const evil = join(outside, own)
  const executable = (file: string): void => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `#!/bin/sh\necho ran >> '${evil}-ran'\n`, { mode: 0o755 })
  }
  executable(evil)
  for (const folder of ['hooks', 'template/hooks'])
    for (const [each] of hooks) executable(join(outside, `${own}-${folder}`, each))
  const words = { HOOKS: '-hooks', TEMPLATE: '-template', ATTRIBUTES: '-attributes', INCLUDED: '-included', EVIL: '' }
  const written = (text: string): string =>
    Object.entries(words).reduce((now, [word, ending]) => now.replace(word, `${evil}${ending}`), text)
  const config = join(root, '.git/config')
  for (const [key, value] of Object.entries(settings)) appendFileSync(config, settingText(written(key), written(value)))
  if (attributes !== undefined) appendFileSync(join(root, '.git/info/attributes'), attributes)
  writeFileSync(`${evil}-attributes`, '* filter=x\n')
  writeFileSync(`${evil}-included`, settingText('core.fsmonitor', evil))
  if (name === 'config.worktree') appendFileSync(`${config}.worktree`, settingText('core.fsmonitor', evil))
  for (const [each] of hooks) if (hook === each || hook === 'all') executable(join(root, '.git/hooks', each))
}

/** As git writes it: what lies between the first and the last dot stands in quotes. */
function settingText(key: string, value: string): string {
  const [, section, inner, name] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/s.exec(key) ?? []
  return `[${section}${inner === undefined ? '' : ` "${inner}"`}]\n\t${name} = "${value}"\n`
}

/** Everything that Sigma has git do in a project, from the first look to the delivery. */
async function wholePath(repository: TemporaryRepository): Promise<void> {
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const { head: base } = await inspectRepository(repository.root, PATH)
  if (base === null) throw new Error('no HEAD')
  const place = { run: 'r1', workspace: 'C1', base, documents: [] }
  const take = { writes: ['src/**'], guarded: [], message: 'Work', trailers: {} }
  const observed = await workspaces.observe()
  const branches: { name: string; commit: string }[] = []
  for (const [workspace, content] of [
    ['C1', 'x\n'],
    ['C2', 'x\ny\n'],
  ] as const) {
    const { path } = await workspaces.prepare({ ...place, workspace })
    writeFileSync(join(path, 'src', `${workspace}.js`), content)
    writeFileSync(join(path, 'src/a.js'), workspace === 'C1' ? content : '4\n')
    const taken = await workspaces.intake({ ...place, ...take, workspace })
    if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
    branches.push({ name: workspace, commit: taken.commit })
  }
  const together = await workspaces.integrate({ run: 'r1', branches, message: 'Both', trailers: {} })
  if (together.kind !== 'integrated') throw new Error('conflict')
  await using _ = await workspaces.open({ commit: together.commit })
  await workspaces.patch(base, together.commit, 1_000)
  await workspaces.restore({ run: 'r1', workspace: 'C1', commit: base })
  await workspaces.standing('refs/heads/ahead', base)
  await workspaces.deliver({ run: 'r1', commit: together.commit })
  const { root, outside } = repository
  const [dataFolder, cacheFolder] = [join(root, '.sigma'), join(outside, 'cache')]
  using history = openHistory({ folder: root, dataFolder, cacheFolder, path: PATH, blobs, from: base })
  await history.patch(base, together.commit)
  await history.commits(together.commit)
  expect(await workspaces.observe()).toEqual(observed)
}

test('no setting, no attribute and no hook of a repository has git start a program, in the whole way through Sigma', {
  timeout: 2_400_000,
}, async () => {
  proves('T11')
  expect(programKeys.length).toBeGreaterThanOrEqual(35)
  expect(hooks.length).toBeGreaterThanOrEqual(9)
  const ran: string[] = []
  // In `verify` each stands alone, so that none can be in the way of another.
  const alone = [...programKeys, ...eachHook].map((key) => [key])
  const queue = inTier({ fast: [], long: together(8), verify: alone })
  const work = async (): Promise<void> => {
    for (let keys = queue.pop(); keys !== undefined; keys = queue.pop()) {
      using each = hostile(keys)
      const before = each.repository.fingerprint()
      await wholePath(each.repository)
      expect(each.repository.fingerprint(), keys.map(({ name }) => name).join()).toBe(before)
      ran.push(...each.ran())
    }
  }
  await Promise.all([work(), work()])
  expect(ran).toEqual([])
})

/** Neighbours in the list are about the same setting, so they are put apart; the hooks lie in one repository. */
function together(count: number): ProgramKey[][] {
  return [
    ...Array.from({ length: count }, (_, at) => programKeys.filter((_, place) => place % count === at)),
    [allHooks],
  ]
}

test.each([...programKeys, ...eachHook].filter(({ plainly }) => plainly !== null))(
  'plain git starts the program of $name',
  (key) => {
    using each = hostile([key])
    try {
      execFileSync('git', key.plainly?.split(' ') ?? [], {
        cwd: each.repository.root,
        input: 'protocol=https\nhost=localhost\n\n',
        stdio: 'pipe',
        timeout: 20_000,
        env: { PATH, HOME: each.repository.outside, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', ...who },
      })
    } catch {
      // What comes of it is not what is asked here.
    }
    expect(each.ran()).toEqual([key.name])
  },
)

const who = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@localhost',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@localhost',
}
