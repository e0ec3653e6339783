import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProcesses } from '../process/processes.ts'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { createGit } from './git.ts'

const { PATH = '' } = process.env

/** Dangerous wherever a program takes it for something else than a name. */
const bait = [
  ...['--output=CANARY', '--upload-pack=touch CANARY', '-c', '--exec=touch CANARY', '--git-dir=/', '-O/dev/null'],
  ...['ext::sh -c touch% CANARY', 'fd::17', 'file:///etc', ':(exclude)*', ':!x', '$(touch CANARY)', '`touch CANARY`'],
  ...[
    '; touch CANARY',
    '| touch CANARY',
    '&& touch CANARY',
    '*',
    '~',
    'HEAD',
    '@{-1}',
    'a..b',
    '^HEAD',
    'refs/heads/x',
  ],
]
const word = fc.oneof(
  fc.constantFrom(...bait),
  fc.string({ unit: fc.constantFrom(...'-=:@~^*?[]{}()$;|&<>\'"` ab.é'), minLength: 1, maxLength: 20 }),
)
const name = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => words.join('').replaceAll('/', '_').slice(0, 60))
  .filter((text) => !/^\.{1,2}$|\0/.test(text) && !/^\.git[ .]*$/i.test(text) && !text.endsWith('.lock'))

test('1,000 names are names to git, whatever they look like: as files, as branches, as runs; no option is reached', {
  timeout: 180_000,
}, async () => {
  proves('T13')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const before = repository.fingerprint()
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const names = [
    ...new Map(fc.sample(name, { numRuns: 2_000, seed: 7 }).map((each) => [each.toLowerCase(), each])).values(),
  ]
  const some = names.slice(0, 1_000)
  expect(some).toHaveLength(1_000)
  mkdirSync(join(path, 'n'))
  for (const each of some) writeFileSync(join(path, 'n', each), each)
  const taken = await workspaces.intake({
    ...place,
    writes: ['**'],
    guarded: [],
    message: '--amend',
    trailers: { '-x': '--y' },
  })
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken).slice(0, 2_000))
  expect(taken.changed).toHaveLength(1_000)
  expect(new Set(await workspaces.files(taken.commit))).toEqual(new Set(['a.js', ...some.map((each) => `n/${each}`)]))
  for (const each of some.slice(0, 200)) {
    const refused = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'done',
        (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'no code'),
      )
    expect(await refused(workspaces.standing(each, repository.head)), each).toMatch(/^unsafe-revision$/)
    expect(await refused(workspaces.prepare({ ...place, base: each })), each).toMatch(/^unsafe-(revision|name)$/)
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(each))
      expect(await refused(workspaces.deliver({ run: each, commit: taken.commit })), each).toBe('unsafe-name')
  }
  await workspaces.deliver({ run: 'r1', commit: taken.commit })
  expect(repository.git('ls-tree', '-z', '-r', '--name-only', 'sigma/r1').split('\0').filter(Boolean)).toHaveLength(
    1_001,
  )
  expect(repository.fingerprint()).toBe(before)
  for (const folder of [repository.root, repository.outside, path, join(path, 'n')])
    expect(existsSync(join(folder, 'CANARY'))).toBe(false)
})

/** What of the environment steers git, Node, the loader or the shell. */
const steering = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'touch CANARY',
  GIT_DIR: '/nowhere',
  GIT_EXEC_PATH: '/nowhere',
  GIT_SSH_COMMAND: 'touch CANARY',
  NODE_OPTIONS: '--import=/nowhere.mjs',
  NODE_PATH: '/nowhere',
  LD_PRELOAD: '/nowhere.so',
  LD_LIBRARY_PATH: '/nowhere',
  BASH_ENV: '/nowhere',
  ENV: '/nowhere',
  PERL5OPT: '-Mnowhere',
  PYTHONSTARTUP: '/nowhere',
  npm_config_script_shell: '/nowhere',
  SECRET_TOKEN: 'secret',
}

test('git, the set-up and the tests get a list of variables by name; nothing of the user’s that steers a program is among them', {
  timeout: 60_000,
}, async () => {
  proves('T14')
  using repository = temporaryRepository({ 'package.json': '{}\n', 'print.mjs': '' })
  const folder = mkdtempSync(join(tmpdir(), 'sigma-env-'))
  try {
    // A git that only tells what it was given.
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n/usr/bin/env > '${folder}/git.env'\n`, { mode: 0o755 })
    const git = createGit({ path: folder, emptyFolder: folder })
    await git.run({ gitDir: folder }, { verb: 'rev-parse' })
    const names = (file: string): readonly string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    expect(
      names(join(folder, 'git.env'))
        .filter((each) => !['PWD', 'SHLVL', '_'].includes(each))
        .sort(),
    ).toEqual([
      ...['GIT_ALLOW_PROTOCOL', 'GIT_ATTR_NOSYSTEM', 'GIT_AUTHOR_DATE', 'GIT_AUTHOR_EMAIL', 'GIT_AUTHOR_NAME'],
      ...[
        'GIT_COMMITTER_DATE',
        'GIT_COMMITTER_EMAIL',
        'GIT_COMMITTER_NAME',
        'GIT_CONFIG_GLOBAL',
        'GIT_CONFIG_NOSYSTEM',
      ],
      ...['GIT_DIR', 'GIT_LITERAL_PATHSPECS', 'GIT_NO_LAZY_FETCH', 'GIT_NO_REPLACE_OBJECTS', 'GIT_OPTIONAL_LOCKS'],
      ...['GIT_PROTOCOL_FROM_USER', 'GIT_TERMINAL_PROMPT', 'HOME', 'LC_ALL', 'PATH'],
    ])
    writeFileSync(
      join(folder, 'tell.mjs'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.argv[2], Object.keys(process.env).sort().join(' '))\n`,
    )
    const environment = { PATH, HOME: '/home/ada', LANG: 'C', ...steering }
    const setup = `${process.execPath} ${join(folder, 'tell.mjs')} ${join(folder, 'setup.env')}`
    const { workspaces } = await temporaryWorkspaces(repository, { environment, setup })
    await using checkout = await workspaces.open({ commit: repository.head })
    expect(readFileSync(join(folder, 'setup.env'), 'utf8').replace('SIGMA_PROCESS', '').trim()).toBe('HOME LANG PATH')
    expect(Object.keys(checkout.env).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR'])
    const ran = await createProcesses().run({
      command: [process.execPath, join(folder, 'tell.mjs'), join(folder, 'test.env')],
      cwd: checkout.path,
      env: checkout.env,
      limitMs: 30_000,
      maxOutputBytes: 10_000,
      graceMs: 1_000,
    })
    expect(ran.end).toBe('exited')
    expect(readFileSync(join(folder, 'test.env'), 'utf8').replace('SIGMA_PROCESS', '').replace(/ +/g, ' ').trim()).toBe(
      'HOME LANG PATH TMPDIR',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
