import type { Piece } from './piece.ts'

/** Streams, programs, servers, files, the environment, properties, snapshots, mocks. */
export const piecesOfTheWorld: readonly Piece[] = [
  {
    id: 'lines',
    kind: 'stream',
    code: `import { Transform } from 'node:stream'\nexport function lineSplitter() {\n  let rest = ''\n  return new Transform({\n    readableObjectMode: true,\n    transform(chunk, _, done) { const parts = (rest + chunk).split('\\n'); rest = parts.pop(); for (const each of parts) this.push(each); done() },\n    flush(done) { if (rest !== '') this.push(rest); done() },\n  })\n}\n`,
    tests: {
      'gives a line each': `const own = lineSplitter(); own.write('a\\nb'); own.end('c\\nd'); assert.deepEqual([...(await own.toArray())], ['a', 'bc', 'd'])`,
    },
    held: {
      'gives a line each': `const own = lineSplitter(); own.end('x\\n'); assert.deepEqual([...(await own.toArray())], ['x'])`,
    },
  },
  {
    id: 'web-stream',
    kind: 'stream',
    code: `export const upperCase = () => new TransformStream({ transform: (chunk, to) => to.enqueue(chunk.toUpperCase()) })\n`,
    tests: {
      'raises each chunk': `const made = []; for await (const each of ReadableStream.from(['a', 'b']).pipeThrough(upperCase())) made.push(each); assert.deepEqual(made, ['A', 'B'])`,
    },
    held: {
      'raises each chunk': `const made = []; for await (const each of ReadableStream.from(['xy']).pipeThrough(upperCase())) made.push(each); assert.deepEqual(made, ['XY'])`,
    },
  },
  {
    id: 'async-generator',
    kind: 'stream',
    code: `export async function* pages(load) {\n  for (let at = 1; ; at += 1) { const page = await load(at); yield* page.items; if (page.last) return }\n}\n`,
    tests: {
      'goes on to the last page': `const load = async (at) => ({ items: [at, at * 10], last: at === 2 }); assert.deepEqual(await Array.fromAsync(pages(load)), [1, 10, 2, 20])`,
    },
    held: {
      'goes on to the last page': `assert.deepEqual(await Array.fromAsync(pages(async () => ({ items: ['only'], last: true }))), ['only'])`,
    },
  },
  {
    id: 'child',
    kind: 'child process',
    code: `import { spawn } from 'node:child_process'\nexport function evaluate(code) {\n  return new Promise((resolve, reject) => {\n    const child = spawn('node', ['-p', code])\n    let out = ''\n    child.stdout.on('data', (chunk) => { out += chunk })\n    child.on('error', reject)\n    child.on('close', (exit) => resolve({ exit, out: out.trim() }))\n  })\n}\n`,
    tests: { 'gives what comes out': `assert.deepEqual(await evaluate('1 + 1'), { exit: 0, out: '2' })` },
    held: { 'gives what comes out': `assert.deepEqual(await evaluate('"a".repeat(3)'), { exit: 0, out: 'aaa' })` },
  },
  {
    id: 'exec-file',
    kind: 'child process',
    code: `import { execFileSync } from 'node:child_process'\nexport const exitOf = (code) => { try { execFileSync('node', ['-e', code], { stdio: 'ignore' }); return 0 } catch (error) { return error.status } }\n`,
    tests: { 'tells how it ended': `assert.equal(exitOf('process.exitCode = 3'), 3)` },
    held: { 'tells how it ended': `assert.equal(exitOf(''), 0); assert.equal(exitOf('process.exitCode = 9'), 9)` },
  },
  {
    id: 'server',
    kind: 'server',
    code: `import { createServer } from 'node:http'\nexport const createApp = () => createServer((request, response) => {\n  const { pathname, searchParams } = new URL(request.url, 'http://localhost')\n  response.statusCode = pathname === '/hello' ? 200 : 404\n  response.end(pathname === '/hello' ? \`Hello, \${searchParams.get('name') ?? 'you'}\` : 'nothing')\n})\n`,
    before: `const asked = async (path) => { const app = createApp().listen(0, '127.0.0.1'); await new Promise((resolve) => app.once('listening', resolve)); try { const answer = await fetch('http://127.0.0.1:' + app.address().port + path); return [answer.status, await answer.text()] } finally { app.closeAllConnections(); app.close() } }`,
    tests: {
      greets: `assert.deepEqual(await asked('/hello?name=Ann'), [200, 'Hello, Ann'])`,
      'has nothing else': `assert.deepEqual(await asked('/other'), [404, 'nothing'])`,
    },
    held: {
      greets: `assert.deepEqual(await asked('/hello'), [200, 'Hello, you'])`,
      'has nothing else': `assert.deepEqual(await asked('/'), [404, 'nothing'])`,
    },
  },
  {
    id: 'tcp',
    kind: 'server',
    code: `import { createServer } from 'node:net'\nexport const echo = () => createServer((socket) => socket.pipe(socket))\n`,
    before: `import { connect } from 'node:net'`,
    tests: {
      'says what it hears': `const server = echo().listen(0, '127.0.0.1'); await new Promise((resolve) => server.once('listening', resolve)); const socket = connect(server.address().port, '127.0.0.1'); socket.end('hi'); const chunks = []; for await (const each of socket) chunks.push(each); server.close(); assert.equal(Buffer.concat(chunks).toString(), 'hi')`,
    },
    held: {
      'says what it hears': `const server = echo().listen(0, '127.0.0.1'); await new Promise((resolve) => server.once('listening', resolve)); const socket = connect(server.address().port, '127.0.0.1'); socket.end('a longer word'); const chunks = []; for await (const each of socket) chunks.push(each); server.close(); assert.equal(Buffer.concat(chunks).toString(), 'a longer word')`,
    },
  },
  {
    id: 'files',
    kind: 'files',
    code: `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'\nimport { dirname } from 'node:path'\nexport function save(path, value) { mkdirSync(dirname(path), { recursive: true }); writeFileSync(path, JSON.stringify(value)) }\nexport const load = (path) => JSON.parse(readFileSync(path, 'utf8'))\n`,
    before: `import { mkdtempSync } from 'node:fs'\nimport { tmpdir } from 'node:os'\nimport { join } from 'node:path'`,
    tests: {
      'gives back what was saved': `const path = join(mkdtempSync(join(tmpdir(), 'saved-')), 'deep', 'a.json'); save(path, { a: [1] }); assert.deepEqual(load(path), { a: [1] })`,
    },
    held: {
      'gives back what was saved': `const path = join(mkdtempSync(join(tmpdir(), 'saved-')), 'b.json'); save(path, 'text'); assert.equal(load(path), 'text')`,
    },
  },
  {
    id: 'data-beside',
    kind: 'files',
    runners: ['node:test', 'vitest'],
    code: `import { readFileSync } from 'node:fs'\nconst known = JSON.parse(readFileSync(new URL('./data-beside.json', import.meta.url), 'utf8'))\nexport const capitalOf = (country) => known[country] ?? null\n`,
    beside: { 'src/data-beside.json': '{ "Norway": "Oslo", "Peru": "Lima" }\n' },
    tests: {
      'knows capitals': `assert.equal(capitalOf('Norway'), 'Oslo')`,
      'says what it does not know': `assert.equal(capitalOf('Nowhere'), null)`,
    },
    held: {
      'knows capitals': `assert.equal(capitalOf('Peru'), 'Lima')`,
      'says what it does not know': `assert.equal(capitalOf(''), null)`,
    },
  },
  {
    id: 'environment',
    kind: 'environment',
    code: `export const portOf = (env = process.env) => Number(env.PORT ?? 3000)\n`,
    tests: {
      'is what is set': `assert.equal(portOf({ PORT: '8080' }), 8080)`,
      'has a default': `assert.equal(portOf({}), 3000)`,
    },
    held: {
      'is what is set': `assert.equal(portOf({ PORT: '1' }), 1)`,
      'has a default': `assert.equal(portOf({ HOST: 'x' }), 3000)`,
    },
  },
  {
    id: 'environment-read',
    kind: 'environment',
    code: `export const isVerbose = () => process.env.APP_VERBOSE === 'yes'\n`,
    tests: {
      'reads it when it is asked': `process.env.APP_VERBOSE = 'yes'; assert.equal(isVerbose(), true); delete process.env.APP_VERBOSE; assert.equal(isVerbose(), false)`,
    },
  },
  {
    id: 'feature',
    kind: 'feature detection',
    // What jest clones is of another world.
    runners: ['node:test', 'vitest'],
    code: `export const copyOf = (value) => (typeof structuredClone === 'function' ? structuredClone(value) : JSON.parse(JSON.stringify(value)))\n`,
    tests: {
      'is another with the same in it': `const given = { a: [1] }; const made = copyOf(given); assert.deepEqual(made, given); assert.notEqual(made.a, given.a)`,
    },
    held: {
      'is another with the same in it': `const given = [[2], [3]]; const made = copyOf(given); assert.deepEqual(made, [[2], [3]]); assert.notEqual(made[0], given[0])`,
    },
  },
  {
    id: 'abort',
    kind: 'cancellation',
    code: `export function sleep(ms, { signal } = {}) {\n  return new Promise((resolve, reject) => {\n    const timer = setTimeout(() => resolve('slept'), ms)\n    signal?.addEventListener('abort', () => { clearTimeout(timer); reject(new Error('woken')) }, { once: true })\n  })\n}\n`,
    tests: {
      sleeps: `assert.equal(await sleep(5), 'slept')`,
      'is woken': `const own = new AbortController(); const sleeping = sleep(10_000, { signal: own.signal }); own.abort(); await assert.rejects(sleeping, /woken/)`,
    },
    held: {
      sleeps: `assert.equal(await sleep(1), 'slept')`,
      'is woken': `const own = new AbortController(); const sleeping = sleep(5_000, { signal: own.signal }); setTimeout(() => own.abort(), 5); await assert.rejects(sleeping, /woken/)`,
    },
  },
  {
    id: 'rate',
    kind: 'rate limiter',
    code: `export class Limiter {\n  #times = []\n  constructor(most, ms, now = Date.now) { Object.assign(this, { most, ms, now }) }\n  allows() {\n    const now = this.now()\n    this.#times = this.#times.filter((each) => each > now - this.ms)\n    if (this.#times.length >= this.most) return false\n    this.#times.push(now)\n    return true\n  }\n}\n`,
    tests: {
      'allows so many in a time': `let now = 0; const own = new Limiter(2, 100, () => now); assert.deepEqual([own.allows(), own.allows(), own.allows()], [true, true, false]); now = 101; assert.equal(own.allows(), true)`,
    },
    held: {
      'allows so many in a time': `let now = 5; const own = new Limiter(1, 10, () => now); assert.deepEqual([own.allows(), own.allows()], [true, false]); now = 20; assert.equal(own.allows(), true)`,
    },
  },
  {
    id: 'properties',
    kind: 'property test',
    code: `export const chunked = (list, size) => Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))\n`,
    before: `const cases = Array.from({ length: 60 }, (_, at) => [Array.from({ length: at }, (_each, n) => n), 1 + (at % 7)])`,
    tests: {
      'joins to what it was': `for (const [list, size] of cases) assert.deepEqual(chunked(list, size).flat(), list)`,
      'has full chunks but for the last': `for (const [list, size] of cases) assert.ok(chunked(list, size).slice(0, -1).every((each) => each.length === size)); assert.deepEqual(chunked([1, 2, 3], 2), [[1, 2], [3]])`,
    },
    held: {
      'joins to what it was': `assert.deepEqual(chunked(['a', 'b', 'c', 'd'], 3).flat(), ['a', 'b', 'c', 'd'])`,
      'has full chunks but for the last': `assert.deepEqual(chunked(['p', 'q', 'r', 's'], 2), [['p', 'q'], ['r', 's']])`,
    },
  },
  {
    id: 'fast-check',
    kind: 'property test',
    runners: ['node:test', 'vitest'],
    code: `export const encode = (text) => [...text].reduce((all, each) => { const last = all.at(-1); if (last?.[0] === each) last[1] += 1; else all.push([each, 1]); return all }, [])\nexport const decode = (runs) => runs.map(([each, count]) => each.repeat(count)).join('')\n`,
    before: `import fc from 'fast-check'`,
    tests: {
      'decodes what it encodes': `fc.assert(fc.property(fc.string(), (text) => decode(encode(text)) === text)); assert.deepEqual(encode('aab'), [['a', 2], ['b', 1]])`,
    },
    held: {
      'decodes what it encodes': `assert.deepEqual(encode('xyyy'), [['x', 1], ['y', 3]]); assert.equal(decode([['q', 2]]), 'qq')`,
    },
  },
  {
    id: 'inline-snapshot',
    kind: 'snapshot test',
    runners: ['vitest'],
    code: `export const card = (name, tags) => ({ title: name.toUpperCase(), tags: [...tags].sort() })\n`,
    before: `import { expect } from 'vitest'`,
    tests: {
      'is laid out':
        'expect(card(\'Ann\', [\'b\', \'a\'])).toMatchInlineSnapshot(`\n{\n  "tags": [\n    "a",\n    "b",\n  ],\n  "title": "ANN",\n}\n`)',
    },
    held: { 'is laid out': `assert.deepEqual(card('bo', ['z']), { title: 'BO', tags: ['z'] })` },
  },
  {
    id: 'inline-snapshot-jest',
    kind: 'snapshot test',
    runners: ['jest'],
    code: `export const card = (name, tags) => ({ title: name.toUpperCase(), tags: [...tags].sort() })\n`,
    tests: { 'is laid out': `expect(card('Ann', ['b', 'a'])).toEqual({ tags: ['a', 'b'], title: 'ANN' })` },
    held: { 'is laid out': `assert.deepEqual(card('bo', ['z']), { title: 'BO', tags: ['z'] })` },
  },
  {
    id: 'written-snapshot',
    kind: 'snapshot test',
    code: `export const html = (list) => \`<ul>\${list.map((each) => \`<li>\${each}</li>\`).join('')}</ul>\`\n`,
    before: `const snapshot = '<ul><li>a</li><li>b</li></ul>'`,
    tests: { 'is as it was': `assert.equal(html(['a', 'b']), snapshot)` },
    held: { 'is as it was': `assert.equal(html([]), '<ul></ul>')` },
  },
  {
    id: 'mocked',
    kind: 'mocks',
    runners: ['vitest'],
    code: `export async function notify(send, people, text) { const sent = await Promise.all(people.map((each) => send(each, text))); return sent.filter(Boolean).length }\n`,
    before: `import { expect, vi } from 'vitest'`,
    tests: {
      'sends to each': `const send = vi.fn(async () => true); assert.equal(await notify(send, ['a', 'b'], 'hi'), 2); expect(send).toHaveBeenCalledWith('b', 'hi')`,
    },
    held: {
      'sends to each': `const send = vi.fn(async (to) => to === 'x'); assert.equal(await notify(send, ['x', 'y', 'z'], 'yo'), 1); expect(send).toHaveBeenCalledTimes(3)`,
    },
  },
  {
    id: 'mocked-jest',
    kind: 'mocks',
    runners: ['jest'],
    code: `export async function notify(send, people, text) { const sent = await Promise.all(people.map((each) => send(each, text))); return sent.filter(Boolean).length }\n`,
    tests: {
      'sends to each': `const send = jest.fn(async () => true); assert.equal(await notify(send, ['a', 'b'], 'hi'), 2); expect(send).toHaveBeenCalledWith('b', 'hi')`,
    },
    held: {
      'sends to each': `const send = jest.fn(async (to) => to === 'x'); assert.equal(await notify(send, ['x', 'y'], 'yo'), 1)`,
    },
  },
]
