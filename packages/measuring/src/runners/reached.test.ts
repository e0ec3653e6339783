/** What the recorder sees, by one process that does one thing after another. How the runners use it, their own tests show. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Files } from '../project-files.ts'

const recorder = fileURLToPath(new URL('./reached.cjs', import.meta.url))
const top = await realpath(await mkdtemp(join(tmpdir(), 'sigma-reached-')))
afterAll(() => rm(top, { recursive: true, force: true }))

const files: Files = {
  'src/c.cjs': 'exports.c = 1',
  'src/m.mjs': 'export const m = 1',
  'src/d.mjs': 'export const d = 1',
  'src/j.json': '{}',
  'src/k.json': '{}',
  'src/addon.node': '',
  'gone.txt': '',
  'data/a.txt': 'a',
  'data/b.txt': 'b',
  'data/deep/c.txt': 'c',
  'packages/own/data.txt': 'own',
  'node_modules/other/index.js': 'exports.o = 1',
  '.git/HEAD': 'ref',
}

interface Expected {
  readonly files?: readonly string[]
  readonly folders?: readonly string[]
  readonly missing?: readonly string[]
  readonly open?: string
}

/** Code of an async function, and what is seen of it. */
const cases: readonly (readonly [string, Expected])[] = [
  [`require('./src/c.cjs')`, { files: ['src/c.cjs'] }],
  [`await import('./src/m.mjs')`, { files: ['src/m.mjs'] }],
  [`await import('./src/' + 'd' + '.mjs')`, { files: ['src/d.mjs'] }],
  [`require('node:module').createRequire(root + '/src/x.js')('./j.json')`, { files: ['src/j.json'] }],
  [`await import('./src/k.json', { with: { type: 'json' } })`, { files: ['src/k.json'] }],
  [`require('other')`, {}],
  [`fs.readFileSync('data/a.txt')`, { files: ['data/a.txt'] }],
  [`fs.readFileSync(new URL('file://' + root + '/data/a.txt'), 'utf8')`, { files: ['data/a.txt'] }],
  [`fs.readFileSync(Buffer.from('data/a.txt'))`, { files: ['data/a.txt'] }],
  [`await util.promisify(fs.readFile)('data/a.txt')`, { files: ['data/a.txt'] }],
  [`await fs.promises.readFile('data/a.txt')`, { files: ['data/a.txt'] }],
  [`await (await fs.promises.open('data/a.txt')).close()`, { files: ['data/a.txt'] }],
  [
    `await new Promise((done) => fs.createReadStream('data/a.txt').resume().on('close', done))`,
    { files: ['data/a.txt'] },
  ],
  [`await fs.openAsBlob?.('data/a.txt') ?? fs.accessSync('data/a.txt')`, { files: ['data/a.txt'] }],
  [
    `process.loadEnvFile ? process.loadEnvFile(new URL('file://' + root + '/data/a.txt')) : fs.accessSync('data/a.txt')`,
    { files: ['data/a.txt'] },
  ],
  [`fs.copyFileSync('data/a.txt', outside + '/copy')`, { files: ['data/a.txt'] }],
  [
    `fs.cpSync('data', outside + '/copies', { recursive: true })`,
    { folders: ['data', 'data/deep'], files: ['data/a.txt', 'data/b.txt', 'data/deep/c.txt'] },
  ],
  [
    `await fs.promises.cp('data', outside + '/others', { recursive: true })`,
    { folders: ['data', 'data/deep'], files: ['data/a.txt', 'data/b.txt', 'data/deep/c.txt'] },
  ],
  [`fs.statSync('data/a.txt')`, { files: ['data/a.txt'] }],
  [`await fs.promises.access('data/none').catch(() => {})`, { missing: ['data/none'] }],
  [`fs.existsSync('data/none')`, { missing: ['data/none'] }],
  [`await util.promisify(fs.exists)('data/none')`, { missing: ['data/none'] }],
  [`fs.statSync('none/deep', { throwIfNoEntry: false })`, { missing: ['none/deep'] }],
  [`fs.lstatSync(root + '/src/../data/./a.txt')`, { files: ['data/a.txt'] }],
  [`fs.realpathSync.native('data/b.txt')`, { files: ['data/b.txt'] }],
  [`process.chdir('data'); fs.existsSync('../data/b.txt'); process.chdir('..')`, { files: ['data/b.txt'] }],
  [`fs.readdirSync('data')`, { folders: ['data'] }],
  [`await fs.promises.readdir('data', { withFileTypes: true })`, { folders: ['data'] }],
  [`await new Promise((done) => fs.readdir('.', done))`, { folders: [''] }],
  [`const dir = fs.opendirSync('data'); dir.readSync(); dir.closeSync()`, { folders: ['data'] }],
  [`for await (const _ of await fs.promises.opendir('data'));`, { folders: ['data'] }],
  [`const dir = await fs.promises.opendir('data'); await dir.read(); await dir.close()`, { folders: ['data'] }],
  [`try { fs.readdirSync('data/none') } catch {}`, { missing: ['data/none'] }],
  [`fs.watchFile('data/a.txt', () => {}); fs.unwatchFile('data/a.txt')`, { files: ['data/a.txt'] }],
  [`fs.watch('data/a.txt').close()`, { files: ['data/a.txt'] }],
  [
    `fs.readdirSync('data', { recursive: true })`,
    { folders: ['data', 'data/deep'], files: ['data/a.txt', 'data/b.txt', 'data/deep/c.txt'] },
  ],
  ...[
    ...["fs.chmodSync('data/none', 0o600)", "fs.chownSync('data/none', 0, 0)", "fs.lchownSync('data/none', 0, 0)"],
    ...["fs.utimesSync('data/none', 0, 0)", "fs.lutimesSync('data/none', 0, 0)", "fs.readlinkSync('data/none')"],
    ...["fs.linkSync('data/none', outside + '/none')", "fs.cpSync('data/none', outside + '/none')"],
  ].map((code) => [`try { ${code} } catch {}`, { missing: ['data/none'] }] as const),
  [`fs.cpSync('data/b.txt', outside + '/copy')`, { files: ['data/b.txt'] }],
  // What a test leaves or takes away was there or not before it.
  [`fs.writeFileSync('out.txt', ''); fs.readFileSync('out.txt')`, { files: ['out.txt'], missing: ['out.txt'] }],
  [`fs.unlinkSync('out.txt')`, { files: ['out.txt'], missing: ['out.txt'] }],
  [`fs.closeSync(fs.openSync('opened.txt', 'w'))`, { files: ['opened.txt'], missing: ['opened.txt'] }],
  [`fs.mkdirSync('out')`, { files: ['out'], missing: ['out'] }],
  [`fs.rmdirSync('out')`, { files: ['out'], missing: ['out'] }],
  [`fs.rmSync('gone.txt')`, { files: ['gone.txt'], missing: ['gone.txt'] }],
  [
    `fs.existsSync('made'); fs.mkdirSync('made/deep', { recursive: true })`,
    { files: ['made', 'made/deep'], missing: ['made', 'made/deep'] },
  ],
  // By way of a link, both count; so do packages that are linked in a workspace.
  [`fs.readFileSync('linked/a.txt')`, { files: ['data/a.txt', 'linked'] }],
  [`fs.readFileSync('leading.txt')`, { files: ['data/b.txt', 'leading.txt'] }],
  [`fs.existsSync('linked/none.txt')`, { files: ['linked'], missing: ['data/none.txt'] }],
  [`fs.readFileSync('node_modules/own/data.txt')`, { files: ['packages/own/data.txt'] }],
  [`fs.readFileSync(alias + '/data/a.txt')`, { files: ['data/a.txt'] }],
  [`fs.existsSync('far/../a.txt')`, { missing: ['a.txt'], open: 'it goes up from behind a link' }],
  // Elsewhere, installed, or of git.
  [`fs.readdirSync(outside); fs.existsSync('.git/HEAD'); fs.existsSync('node_modules/other/none.js')`, {}],
  [`fs.existsSync(root + '-beside')`, {}],
  [`fs.symlinkSync(root + '/data', outside + '/link')`, { open: 'it links to files of the project' }],
  [
    `fs.renameSync('made', outside + '/moved')`,
    { files: ['made'], missing: ['made'], open: 'it moves a folder of the project' },
  ],
  [`require('node:child_process').execFileSync(process.execPath, ['--version'])`, { open: 'it starts a process' }],
  [`await util.promisify(require('node:child_process').exec)('true')`, { open: 'it starts a process' }],
  [
    `await new (require('node:worker_threads').Worker)('0', { eval: true }).terminate()`,
    { open: 'it starts a thread' },
  ],
  [`try { require('./src/addon.node') } catch {}`, { files: ['src/addon.node'], open: 'it loads native code' }],
  [`for (let at = 0; at < 20_001; at += 1) fs.existsSync('many/' + at)`, { open: 'it reads too many files' }],
  [`own = fs.readFileSync; fs.readFileSync = () => 'a stand-in'; fs.readFileSync('data/a.txt')`, {}],
  [`fs.readFileSync = own; fs.readFileSync('data/a.txt')`, { files: ['data/a.txt'] }],
  [
    `try { fs.readFileSync('data/none') } catch ({ stack }) { if (/reached[\\w-]*\\.cjs/.test(stack)) fs.readFileSync('data/a.txt') }`,
    { missing: ['data/none'] },
  ],
  [`process.binding('fs').stat = () => {}`, { open: 'it changes how files are read' }],
]

const program = `
const { createRequire } = require('node:module')
const fs = require('node:fs')
const util = require('node:util')
const [, , recorder, root, outside, alias] = process.argv
const reached = require(recorder)
reached.begin(root, [alias])
let own
const seen = [reached.take()]
const run = async () => {
${cases.map(([code]) => `  await (async () => { ${code} })()\n  seen.push(reached.take())`).join('\n')}
}
run().then(() => process.stdout.write(JSON.stringify(seen)))
`

const reachSchema = z.object({
  files: z.array(z.string()),
  folders: z.array(z.string()),
  missing: z.array(z.string()),
  open: z.string().nullable(),
})
type Seen = z.infer<typeof reachSchema>

async function observe(PATH: string): Promise<readonly Seen[]> {
  const folder = await mkdtemp(join(top, 'run-'))
  const [root, outside, alias] = [join(folder, 'tree'), join(folder, 'outside'), join(folder, 'alias')]
  for (const [file, text] of Object.entries({ ...files, 'program.cjs': program })) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await mkdir(outside)
  for (const [from, to] of [
    [alias, root],
    [join(root, 'linked'), 'data'],
    [join(root, 'leading.txt'), 'data/b.txt'],
    [join(root, 'far'), 'data/deep'],
    [join(root, 'node_modules/own'), '../packages/own'],
  ] as const)
    await symlink(to, from)
  const { stdout } = await promisify(execFile)('node', ['program.cjs', recorder, root, outside, alias], {
    cwd: root,
    env: { PATH },
  })
  return z.array(reachSchema).parse(JSON.parse(stdout))
}

/** What was loaded stays loaded. */
function compared(seen: readonly Seen[]) {
  const known = new Set(seen[0]?.files ?? [])
  return cases.map(([code], at) => {
    const { files = [], folders = [], missing = [], open = null } = seen[at + 1] ?? {}
    const fresh = files.filter((file) => !known.has(file))
    for (const file of files) if (/\.(c?js|mjs|json)$/.test(file)) known.add(file)
    return [
      code,
      {
        files: fresh.toSorted(),
        folders: folders.toSorted(),
        missing: missing.filter((path) => !path.startsWith('many/')).toSorted(),
        open,
      },
    ]
  })
}

const expected = cases.map(([code, { files: found = [], folders = [], missing = [], open = null }]) => [
  code,
  { files: found.toSorted(), folders, missing, open },
])

/** As the person who uses Sigma has it: without what npm puts in front. */
const personal = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))

for (const [title, path] of [
  ['the Node that runs this test', dirname(process.execPath)],
  ['the person’s own Node', [...personal, dirname(process.execPath)].join(delimiter)],
] as const) {
  test(`each way to a file is seen under ${title}`, async () => {
    const seen = await observe(path)
    expect(compared(seen)).toEqual(expected)
    expect(seen.at(-1)?.files).toContain('src/c.cjs')
  })
}

test('where Node shows nobody what it reads, nobody can know; that it is asked is not told', async () => {
  const code = `const reached = require(${JSON.stringify(recorder)})
    reached.begin(process.cwd())
    console.log(JSON.stringify([reached.take().open, 'noDeprecation' in process]))`
  const run = async (...node: readonly string[]) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...node, '-e', code], { cwd: top })
    return [JSON.parse(stdout), stderr]
  }
  expect(await run('--permission', '--allow-fs-read=*')).toEqual([['its Node shows nobody what it reads', false], ''])
  expect(await run('--pending-deprecation')).toEqual([[null, false], ''])
})
