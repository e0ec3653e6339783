import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { setupEnvironment } from '../environment.ts'
import { secretsOf } from '../secrets/secrets.ts'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const [key, committed] = ['k3y-of-the-user-0123456789', 'an-0ld-password-in-the-open']
const files = {
  'src/a.js': 'a\n',
  'src/config.js': `export const password = '${committed}'\n`,
  '.gitignore': '.env\n',
}
const inFile = 's3cret-beside-it-in-the-file'
const home = mkdtempSync(join(tmpdir(), 'sigma-home-'))
mkdirSync(join(home, '.aws'))
writeFileSync(join(home, '.aws/credentials'), `access_key_id = ${committed}\nsecret_access_key = ${inFile}\n`)
afterAll(() => rmSync(home, { recursive: true, force: true }))
const secrets = secretsOf({ environment: { HOME: home, MY_KEY: key }, agents: {} })

async function turn(repository: TemporaryRepository, act: (path: string) => void) {
  const { workspaces, blobs } = await temporaryWorkspaces(repository, { secrets })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  act(path)
  const intake = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  return { intake, blobs, workspaces, place }
}

const inGit = (repository: TemporaryRepository): string =>
  execFileSync(
    'git',
    [`--git-dir=${join(repository.root, '.sigma/git')}`, 'cat-file', '--batch-all-objects', '--batch'],
    {
      encoding: 'latin1',
    },
  )

test.each<[string, (path: string) => void, string]>([
  ['in a file', (path) => writeFileSync(join(path, 'src/a.js'), `const key = '${key}'\n`), 'src/a.js (MY_KEY)'],
  ['in a new one', (path) => writeFileSync(join(path, '.env.example'), `MY_KEY=${key}`), '.env.example (MY_KEY)'],
  [
    'within bytes',
    (path) => writeFileSync(join(path, 'a.bin'), Buffer.from(`\0\xff${key}\0`, 'latin1')),
    'a.bin (MY_KEY)',
  ],
  ['encoded', (path) => writeFileSync(join(path, 'a.txt'), Buffer.from(key).toString('base64')), 'a.txt (MY_KEY)'],
  ['as a name', (path) => writeFileSync(join(path, `src/${key}.js`), ''), 'src/[secret MY_KEY].js (MY_KEY)'],
  ['as a link', (path) => symlinkSync(key, join(path, 'src/link')), 'src/link (MY_KEY)'],
  [
    'of a file whose other value is in the open',
    (path) => writeFileSync(join(path, 'src/a.js'), `use('${inFile}')\n`),
    'src/a.js (~/.aws/credentials)',
  ],
  [
    'beside an old one',
    (path) => writeFileSync(join(path, 'src/config.js'), `${committed} ${key}`),
    'src/config.js (MY_KEY)',
  ],
])('the value of a secret %s is refused, and kept nowhere', async (_where, act, told) => {
  proves('T28')
  using repository = temporaryRepository(files)
  const { intake, blobs, workspaces, place } = await turn(repository, act)
  if (intake.kind !== 'trespass') throw new Error(JSON.stringify(intake))
  expect(intake.findings).toEqual([
    {
      rule: 'secret-in-change',
      message: `Values of secrets stand in what was changed: ${told}.`,
      remedy: expect.stringContaining('environment'),
    },
  ])
  // Putting the workspace back keeps what stood there, too.
  await workspaces.prepare(place)
  expect(inGit(repository)).not.toContain(key)
  expect(Buffer.from(blobs.get(intake.evidence)).toString()).not.toContain(key)
  const left = readdirSync(workspaces.pathOf('r1', 'C1'), { recursive: true, encoding: 'utf8' })
  expect(left.filter((path) => path.includes(key))).toEqual([])
})

test.each<[string, (path: string) => void]>([
  [
    'a key that was made up',
    (path) => writeFileSync(join(path, 'src/a.js'), `login('sk-ant-api03-${'a1'.repeat(12)}')\n`),
  ],
  [
    'a web token of a test',
    (path) => writeFileSync(join(path, 'a.txt'), 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN'),
  ],
  [
    'what stood in the file before',
    (path) => writeFileSync(join(path, 'src/config.js'), `export const secret = '${committed}'\n`),
  ],
  [
    'what stands elsewhere in the repository',
    (path) => writeFileSync(join(path, 'src/a.js'), `login('${committed}')\n`),
  ],
  ['the name of a variable', (path) => writeFileSync(join(path, 'src/a.js'), 'process.env.MY_KEY\n')],
  [
    'a secret in what git ignores',
    (path) => [writeFileSync(join(path, '.env'), key), writeFileSync(join(path, 'src/b.js'), '')],
  ],
])('honest work is taken in: %s', async (_what, act) => {
  using repository = temporaryRepository(files)
  expect((await turn(repository, act)).intake).toMatchObject({ kind: 'committed' })
})

test('the set-up alone is given the credentials of registries, and nothing else that is secret', () => {
  proves('SIG-104')
  const given = {
    NPM_TOKEN: 'a',
    NODE_AUTH_TOKEN: 'b',
    npm_config_registry: 'c',
    HTTPS_PROXY: 'd',
    PATH: 'e',
    HOME: 'f',
  }
  const others = {
    GITHUB_TOKEN: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    NODE_OPTIONS: 'x',
    npm_config_script_shell: 'x',
    npm_config_node_options: 'x',
  }
  expect(setupEnvironment({ ...given, ...others })).toEqual(given)
})
