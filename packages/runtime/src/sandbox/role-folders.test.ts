import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { confinedTurn } from '../agents/confinement.ts'
import { createProcesses } from '../process/processes.ts'
import { detectSandbox } from './detect.ts'
import { ignoredFolders, roleFolders } from './role-folders.ts'

const { PATH = '' } = process.env
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-role-')))
const workspace = join(folder, 'runs/r/C1')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules\ncoverage\ndist/\n.env\n*.log\n.vscode/\nsrc-notes/\n',
  'package.json': '{}',
  'vitest.config.ts': 'export default {}',
  'src/sum.js': 'export const sum = 0\n',
  'src/sum.config.js': 'guarded',
  'test/sum.test.js': '// a test\n',
  'node_modules/tool/index.js': '',
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}
symlinkSync('../test', join(workspace, 'src/to-tests'))
mkdirSync(join(folder, 'home'))

/** Ways to write, as programs; each says nothing where it came through. */
const write = (path: string): string => `fs.writeFileSync(${JSON.stringify(path)}, 'written')`
const honest: Readonly<Record<string, string>> = {
  'a file of the role': write('src/new.js'),
  'a folder of the role': `fs.mkdirSync('src/deep/er', { recursive: true }); ${write('src/deep/er/a.js')}`,
  'by another file beside it': `${write('src/.sum.tmp')}; fs.renameSync('src/.sum.tmp', 'src/sum.js')`,
  'by a shell': `cp.execFileSync('sh', ['-c', 'echo x > src/shell.js && mv src/shell.js src/moved.js && rm src/moved.js'])`,
  'a hard link of its own': `fs.linkSync('src/sum.js', 'src/twin.js')`,
  'coverage that git ignores': write('coverage/lcov.info'),
  'built code that git ignores': write('dist/out.js'),
  "a tool's cache": write('node_modules/.vite-temp/config.mjs'),
  home: `fs.writeFileSync(os.homedir() + '/.tool', '')`,
  'temporary files': `fs.writeFileSync(os.tmpdir() + '/x', '')`,
}
const refused: Readonly<Record<string, string>> = {
  'a test': write('test/sum.test.js'),
  'a new test': write('test/more.test.js'),
  'a file at the top': write('notes.md'),
  'a new folder': `fs.mkdirSync('lib')`,
  'what configures': write('vitest.config.ts'),
  'what is guarded in its own folder': write('src/sum.config.js'),
  'by way of ..': write('src/../test/sum.test.js'),
  'by way of a link': write('src/to-tests/sum.test.js'),
  'by a link of its own': `fs.symlinkSync('../../test', 'src/deep/out'); ${write('src/deep/out/sum.test.js')}`,
  'by a hard link': `fs.linkSync('test/sum.test.js', 'src/second.js'); ${write('src/second.js')}`,
  'a name moved out': `fs.renameSync('src/sum.js', 'test/sum.js')`,
  'a name moved in': `fs.renameSync('test/sum.test.js', 'src/sum.test.js')`,
  'its folder moved away': `fs.renameSync('src', 'gone')`,
  'tests moved away': `fs.renameSync('test', 'gone')`,
  'a test taken away': `fs.rmSync('test/sum.test.js')`,
  'its rights': `fs.chmodSync('test/sum.test.js', 0o777)`,
  'a test by a shell': `cp.execFileSync('sh', ['-c', 'echo x >> test/sum.test.js'], { stdio: 'ignore' })`,
  'by sed': `cp.execFileSync('sed', ['-i', 's/a/b/', 'test/sum.test.js'], { stdio: 'ignore' })`,
  'through its own descriptors': write('/proc/self/cwd/test/sum.test.js'),
  'a package': write('node_modules/tool/index.js'),
  'what starts something': `fs.mkdirSync('.vscode'); ${write('.vscode/tasks.json')}`,
  'a repository': `fs.mkdirSync('.git')`,
}

async function tried(only: readonly string[] | undefined, ways: Readonly<Record<string, string>>) {
  const { launch } = await detectSandbox({ mode: 'required', environment: { PATH }, installation: [], hidden: [] })
  if (launch === null) throw new Error('There is no sandbox here.')
  const processes = createProcesses({ owner: folder, sandbox: { launch } })
  const program = `const fs = require('fs'), os = require('os'), cp = require('child_process'); const through = []
${Object.entries(ways)
  .map(([way, code]) => `try { ${code}; through.push(${JSON.stringify(way)}) } catch {}`)
  .join('\n')}
console.log(JSON.stringify(through))`
  const limits = { processes: null, memoryBytes: null, diskBytes: null }
  const guarded = ['*.config.*', '**/*.config.*', 'package.json']
  const { confined, env } = await confinedTurn(
    {
      ...{ agent: 'mine', request: { role: 'dev', run: 'r', cwd: workspace } },
      world: {
        confining: { holds: true, limits, dependencies: join(folder, 'deps'), guardedOf: () => guarded },
        ...{ environment: {}, root: folder },
      },
    },
    {},
    { command: ['node'], env: { PATH, HOME: join(folder, 'home') }, only },
  )
  const result = await processes.run({
    ...{ command: ['node', '-e', program], cwd: workspace, env, confined },
    ...{ limitMs: 60_000, maxOutputBytes: 64 * 1024, graceMs: 300 },
  })
  const through: unknown = JSON.parse(result.stdout)
  return through
}

const tests = (): string => execFileSync('sh', ['-c', 'cat test/* && ls test'], { cwd: workspace, encoding: 'utf8' })

test('an agent that is talked to can write in the folders of its role, and in what git ignores; nowhere else in its workspace', async () => {
  needs('bubblewrap')
  proves('T8')
  const before = tests()
  const through = await tried(['src/**', '!src/**/*.test.js'], { ...honest, ...refused })
  expect(through).toEqual(Object.keys(honest))
  expect(tests()).toBe(before)
  expect(readdirSync(workspace).toSorted()).toEqual([
    '.gitignore',
    'coverage',
    'dist',
    'node_modules',
    'package.json',
    'src',
    'src-notes',
    'test',
    'vitest.config.ts',
  ])
  expect(existsSync(join(folder, 'home/.tool'))).toBe(false)
})

test('a role that writes nothing can write nothing, and runs its tools all the same', async () => {
  needs('bubblewrap')
  proves('T8')
  const before = readFileSync(join(workspace, 'src/sum.js'), 'utf8')
  const through = await tried([], {
    ...refused,
    source: write('src/sum.js'),
    coverage: write('coverage/lcov.info'),
    cache: write('node_modules/.cache/x'),
  })
  expect(through).toEqual(['coverage', 'cache'])
  expect(readFileSync(join(workspace, 'src/sum.js'), 'utf8')).toBe(before)
})

test.each([
  [['src/**'], ['src']],
  [['packages/app/src/**/*.ts', '!packages/app/src/**/*.test.ts'], ['packages/app/src']],
  [
    ['src/sum.js', 'test/sum.test.js'],
    ['src', 'test'],
  ],
  [['./lib/*.js', 'lib/{a,b}/**'], ['lib']],
  [['src/../test/*'], ['src']],
  [['loop/**'], []],
  [['package.json/x.js'], []],
  [[], []],
  [['**/*.test.js'], null],
  [['sum.js'], null],
  [['*.js', 'src/**'], null],
  [['{src,lib}/**'], null],
])('the folders of %j', (globs, expected) => {
  const place = mkdtempSync(join(folder, 'place-'))
  writeFileSync(join(place, 'package.json'), '{}')
  symlinkSync(folder, join(place, 'loop'))
  expect(roleFolders(place, globs)).toEqual(expected?.map((name) => join(place, name)) ?? null)
  const within = expected ?? []
  expect(within.every((name) => existsSync(join(place, name)))).toBe(true)
})

test('in a monorepo the outputs of the package count whose folders they are', () => {
  const place = mkdtempSync(join(folder, 'place-'))
  mkdirSync(join(place, 'packages/app/src'), { recursive: true })
  writeFileSync(join(place, '.gitignore'), '**/dist\n.env/../x/\n../out/\n')
  writeFileSync(join(place, 'packages/app/package.json'), '{}')
  writeFileSync(join(place, 'packages/app/.gitignore'), '/coverage\r\n')
  const found = ignoredFolders(place, [join(place, 'packages/app/src')])
  expect(found.map((path) => path.slice(place.length + 1))).toEqual([
    'dist',
    'packages/app/dist',
    'packages/app/coverage',
  ])
})
