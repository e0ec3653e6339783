import type { Piece } from './piece.ts'

const lines = 'one\n\ntwo\n'
/** Source that reads files of the tests' folder, whose names tests give it. */
export const piecesOfFiles: readonly Piece[] = [
  {
    id: 'settings-file',
    kind: 'fixtures',
    code: `import { readFile } from 'node:fs/promises'\nexport async function readSettings(file) {\n  const rows = (await readFile(file, 'utf8')).split('\\n').filter((row) => row.includes('=') && !row.startsWith(';'))\n  return Object.fromEntries(rows.map((row) => row.split('=').map((part) => part.trim())))\n}\n`,
    before: `import { join } from 'node:path'`,
    beside: { 'test/fixtures/a.ini': 'port = 80\nhost = here\n', 'test/fixtures/b.ini': '; nothing\nname=x\n' },
    tests: {
      'reads a file of settings': `assert.deepEqual(await readSettings(join(import.meta.dirname, 'fixtures', 'a.ini')), { port: '80', host: 'here' })`,
    },
    held: {
      'reads a file of settings': `assert.deepEqual(await readSettings(join(import.meta.dirname, 'fixtures', 'b.ini')), { name: 'x' })`,
    },
  },
  {
    id: 'lines-file',
    kind: 'fixtures',
    code: `import { readFileSync } from 'node:fs'\nexport function readLines(file) { return readFileSync(file, 'utf8').split('\\n').filter(Boolean) }\n`,
    beside: { 'test/fixtures/lines.txt': lines, 'test/fixtures/one.txt': 'x\n' },
    tests: {
      'reads lines': `assert.deepEqual(readLines('test/fixtures/lines.txt'), ['one', 'two'])`,
      'says which file is missing': `assert.throws(() => readLines('./test/fixtures/none.txt'), (error) => error.code === 'ENOENT' && error.path === './test/fixtures/none.txt')`,
    },
    held: {
      'reads lines': `assert.deepEqual(readLines('test/fixtures/one.txt'), ['x'])`,
      'says which file is missing': `assert.throws(() => readLines('test/fixtures/nope.txt'), (error) => error.code === 'ENOENT' && error.path === 'test/fixtures/nope.txt')`,
    },
  },
  {
    id: 'folder-sizes',
    kind: 'fixtures',
    code: `import { readdirSync, statSync } from 'node:fs'\nimport { join, relative } from 'node:path'\nexport function sizesIn(top, folder = top) {\n  const found = []\n  for (const each of readdirSync(folder, { withFileTypes: true })) {\n    const path = join(folder, each.name)\n    if (each.isDirectory()) found.push(...sizesIn(top, path))\n    else found.push([relative(top, path), statSync(path).size])\n  }\n  return found\n}\n`,
    before: `import { fileURLToPath } from 'node:url'`,
    beside: {
      'test/data/tree/a.txt': 'a',
      'test/data/tree/deep/b.txt': 'bb',
      'test/data/other/c.txt': 'ccc',
    },
    tests: {
      'gives the size of each file': `assert.deepEqual(sizesIn(fileURLToPath(new URL('./data/tree', import.meta.url))), [['a.txt', 1], ['deep/b.txt', 2]])`,
    },
    held: {
      'gives the size of each file': `assert.deepEqual(sizesIn(fileURLToPath(new URL('./data/other', import.meta.url))), [['c.txt', 3]])`,
    },
  },
  {
    id: 'included',
    kind: 'fixtures',
    code: `import { readFileSync } from 'node:fs'\nexport function readConfig(file) {\n  const { extends: base, ...own } = JSON.parse(readFileSync(file, 'utf8'))\n  return base === undefined ? own : { ...readConfig(new URL(base, file)), ...own }\n}\n`,
    beside: {
      'test/fixtures/base.json': '{ "width": 80, "tabs": false }',
      'test/fixtures/own.json': '{ "extends": "./base.json", "tabs": true }',
      'test/fixtures/plain.json': '{ "tabs": 4 }',
      'test/fixtures/last.json': '{ "extends": "./own.json", "width": 7 }',
    },
    tests: {
      'reads what it extends': `assert.deepEqual(readConfig(new URL('./fixtures/own.json', import.meta.url)), { width: 80, tabs: true })`,
      'reads what stands alone': `assert.deepEqual(readConfig(new URL('./fixtures/plain.json', import.meta.url)), { tabs: 4 })`,
    },
    held: {
      'reads what it extends': `assert.deepEqual(readConfig(new URL('./fixtures/last.json', import.meta.url)), { width: 7, tabs: true })`,
      'reads what stands alone': `assert.deepEqual(readConfig(new URL('./fixtures/base.json', import.meta.url)), { width: 80, tabs: false })`,
    },
  },
  {
    id: 'run-script',
    kind: 'fixtures',
    code: `import { execFile } from 'node:child_process'\nexport function runScript(file, ...args) {\n  return new Promise((resolve) => { execFile(process.execPath, [file, ...args], (error, out) => resolve({ code: error?.code ?? 0, lines: out.trim().split('\\n') })) })\n}\n`,
    before: `import { fileURLToPath } from 'node:url'`,
    beside: {
      'test/fixtures/greet.mjs': `console.log('hello', process.argv[2])\n`,
      'test/fixtures/fails.mjs': `console.log('no')\nprocess.exitCode = 4\n`,
    },
    tests: {
      'gives what it says': `assert.deepEqual(await runScript(fileURLToPath(new URL('fixtures/greet.mjs', import.meta.url)), 'ann'), { code: 0, lines: ['hello ann'] })`,
    },
    held: {
      'gives what it says': `assert.deepEqual(await runScript(fileURLToPath(new URL('fixtures/fails.mjs', import.meta.url))), { code: 4, lines: ['no'] })`,
    },
  },
  {
    id: 'template-reader',
    kind: 'fixtures',
    code: `import { readFileSync } from 'node:fs'\nimport { join } from 'node:path'\nexport class Templates {\n  #folder\n  constructor({ folder }) { this.#folder = folder }\n  render(name, values) { return readFileSync(join(this.#folder, \`\${name}.txt\`), 'utf8').trim().replace(/{(\\w+)}/g, (_, key) => values[key] ?? '') }\n}\n`,
    before: `import { resolve } from 'node:path'`,
    beside: { 'test/templates/hello.txt': 'Hello {name}!\n', 'test/templates/bye.txt': 'Bye {name}{end}\n' },
    tests: {
      'fills a template': `assert.equal(new Templates({ folder: resolve(import.meta.dirname, 'templates') }).render('hello', { name: 'Ann' }), 'Hello Ann!')`,
    },
    held: {
      'fills a template': `assert.equal(new Templates({ folder: resolve(import.meta.dirname, 'templates') }).render('bye', { name: 'Bo', end: '.' }), 'Bye Bo.')`,
    },
  },
]
