import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tooOpen } from './opened.ts'

const home = join(realpathSync(mkdtempSync(join(tmpdir(), 'sigma-opened-'))), 'ada')
const top = join(home, 'project')
const root = join(top, 'packages/one')
mkdirSync(join(top, '.git'), { recursive: true })
writeFileSync(join(top, '.git/HEAD'), 'ref: refs/heads/main\n')
for (const folder of ['.sigma/blobs', 'lib', '../two']) mkdirSync(join(root, folder), { recursive: true })
symlinkSync(home, join(root, 'lib/elsewhere'))
afterAll(() => rmSync(join(home, '..'), { recursive: true, force: true }))

const faultOf = (path: string, key: 'reads' | 'writes' = 'reads'): string =>
  tooOpen('mine', { [key]: [path] }, { environment: { HOME: home }, root })
    .map(({ message }) => message)
    .join()

test.each([
  ['~', 'your whole home folder'],
  ['~/', 'your whole home folder'],
  ['~/..', 'your whole home folder'],
  [home, 'your whole home folder'],
  ['/..', 'your whole home folder'],
  ['lib/elsewhere', 'your whole home folder'],
  ['.', 'the repository itself'],
  ['~/project', 'the repository itself'],
  ['~/project/lib/../packages', 'the repository itself'],
  ['../../.git', "the repository's .git"],
  ['~/project/.git/hooks', "the repository's .git"],
  ['.sigma', "Sigma's own records, .sigma"],
  [join(root, '.sigma/blobs'), "Sigma's own records, .sigma"],
])('an agent is not opened %s', (path, what) => {
  expect(faultOf(path)).toBe(`agents.mine.reads opens ${JSON.stringify(path)}, and with it ${what}.`)
  expect(faultOf(path, 'writes')).toContain(`agents.mine.writes opens`)
})

test.each(['~/.config/tool', 'lib', '../two', '~/project2', '../../README.md', '/opt/tool'])(
  'an agent may be opened %s',
  (path) => {
    expect(faultOf(path)).toBe('')
  },
)

test('the .git of a linked worktree is that of its repository, too', () => {
  const linked = join(home, 'linked')
  const own = join(top, '.git/worktrees/linked')
  for (const folder of [linked, own]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(linked, '.git'), `gitdir: ${own}\n`)
  writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/other\n')
  writeFileSync(join(own, 'commondir'), '../..\n')
  for (const place of [own, join(top, '.git'), join(top, '.git/objects'), top])
    expect(tooOpen('mine', { writes: [place] }, { environment: { HOME: home }, root: linked })).toMatchObject([
      { code: 'opens-too-much', hint: expect.stringContaining('agents.mine.writes') },
    ])
})
