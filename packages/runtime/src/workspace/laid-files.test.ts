import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const files = { 'src/a.js': 'a\n', 'test/data/kept.json': '{}\n', 'test/a.test.js': 't\n' }

type Act = (folder: string) => void

const made =
  (path: string): Act =>
  (folder) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), 'made by an agent\n')
  }

/** What the intake says of a turn in a project whose person has files that no commit holds. */
async function rulesOf(act: Act, { reads = ['test/data', 'local/**'], run = 'r1' } = {}) {
  using repository = temporaryRepository(files)
  repository.write('test/data/expected.json', '"of the person"\n')
  repository.write('local/deep/x.txt', '')
  repository.write('other.json', '')
  const { workspaces } = await temporaryWorkspaces(repository, { readsOf: (asked) => (asked === 'r1' ? reads : []) })
  const place = { run, workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  act(path)
  const spec = { ...place, guarded: [], message: 'Work', trailers: {} }
  const taken = await workspaces.intake({ ...spec, writes: ['**'] })
  const fixed = await workspaces.takeInFix(spec)
  const rules = [taken, fixed].map((each) =>
    each.kind === 'trespass' ? each.findings.map(({ rule }) => rule) : each.kind,
  )
  return { rules: rules[0], ofFix: rules[1], taken }
}

test.each<[string, Act]>([
  ['the very file', made('test/data/expected.json')],
  ['one that is loaded in its place', made('test/data/expected.js')],
  ['one in other letters', made('test/Data/EXPECTED.json')],
  ['a file where a folder is laid', made('local/deep')],
  ['a folder where a file is laid', made('test/data/expected.json/x')],
  ['a link where a folder is laid', (folder) => symlinkSync('src', join(folder, 'local'))],
])('nobody makes %s of what is laid for tests: neither an agent nor a fix', async (_what, act) => {
  const { rules, ofFix } = await rulesOf(act)
  expect([rules, ofFix]).toEqual([expect.arrayContaining(['laid-file']), expect.arrayContaining(['laid-file'])])
})

test('the path is named with what to do', async () => {
  const { taken } = await rulesOf(made('test/data/expected.json'))
  expect(taken).toMatchObject({
    findings: [
      {
        rule: 'laid-file',
        message: expect.stringMatching(/`tests\.reads`\): test\/data\/expected\.json\.$/),
        remedy: expect.stringContaining('choose other names'),
      },
    ],
  })
})

test.each<[string, Act, object]>([
  ['a new file beside them', made('test/data/more.json'), {}],
  ['a file that the commit has', made('test/data/kept.json'), {}],
  ['a path of the person’s that is not laid', made('other.json'), {}],
  ['a path that another run lays', made('test/data/expected.json'), { run: 'r2' }],
  ['anything where nothing is laid', made('test/data/expected.json'), { reads: ['.git'] }],
])('%s is taken in', async (_what, act, about) => {
  expect((await rulesOf(act, about)).rules).toBe('committed')
})
