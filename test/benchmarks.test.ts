import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createCounter } from '../benchmarks/prefix.ts'
import { reportSchema } from '../benchmarks/table.ts'

const main = fileURLToPath(new URL('../benchmarks/main.ts', import.meta.url))

function reportFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-benchmarks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'bench.json')
}

const rowsIn = (file: string) => reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).rows

test('a benchmark that breaks is a row that says so, and the others go on', () => {
  const json = reportFile()
  const { status, stdout } = spawnSync(process.execPath, [main, '--short', 'kernel', 'durable', '--json', json], {
    encoding: 'utf8',
    // No peer can be installed below a file.
    env: { ...process.env, XDG_CACHE_HOME: main },
  })
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /\| kernel \| – \| – \| \*\*broke\*\* \| ENOTDIR[^\n]+\n\| durable events, against append \+ fsync \|/,
  )
  expect(rowsIn(json)).toMatchObject([
    { benchmark: 'kernel', broke: expect.stringContaining('ENOTDIR') },
    { benchmark: 'durable', value: expect.any(Number), goal: { kind: 'at least', value: 0.5 } },
  ])
})

test('what was measured is kept when the rest is given up', async () => {
  const json = reportFile()
  const child = spawn(process.execPath, [main, '--short', 'durable', 'replay', '--json', json])
  child.stdout.on('data', (part: Buffer) => {
    if (part.includes('durable events')) child.kill('SIGINT')
  })
  const exit = await new Promise((resolve) => child.once('exit', resolve))
  expect(exit).toBe(130)
  expect(rowsIn(json)).toMatchObject([{ benchmark: 'durable' }])
})

test('a name that is none is refused with those that are', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, 'gates', 'spped'], { encoding: 'utf8' })
  expect(status).toBe(64)
  expect(stderr).toMatch(/^error: There is no benchmark spped\.\nhint: npm run bench -- kernel durable /)
})

test('a cache keeps of a request what an earlier one to the same model began with', () => {
  const counter = createCounter()
  const said = (text: string, mark: object = {}): object => ({ type: 'text', text, ...mark })
  const request = (tools: readonly string[], ...texts: readonly object[]): object => ({
    model: 'big-1',
    tools: tools.map((name) => ({ name })),
    messages: [{ role: 'user', content: texts }],
  })
  const counted = (body: object): number => {
    const before = counter.sent().kept
    counter.add(body, 'anthropic-messages')
    return counter.sent().kept - before
  }
  const size = (...blocks: readonly string[]): number => blocks.join('').length
  const [tool, once, twice] = [
    '{"name":"a"}',
    'user {"type":"text","text":"once"}',
    'user {"type":"text","text":"twice"}',
  ]
  expect(counted(request(['a'], said('once')))).toBe(0)
  // Where a cache is to be kept moves on from one request to the next.
  expect(counted(request(['a'], said('once', { cache_control: { type: 'ephemeral' } }), said('twice')))).toBe(
    size(tool, once),
  )
  expect(counted(request(['a'], said('twice')))).toBe(size(tool))
  expect(counted(request(['b'], said('once'), said('twice')))).toBe(0)
  expect(counted({ ...request(['a'], said('once')), model: 'small-1' })).toBe(0)
  // A call on the side, such as one for a title, is counted apart.
  expect(counted({ ...request([], said('once')), tools: undefined })).toBe(0)
  const { requests, bytes, first, tools, side } = counter.sent()
  expect([requests, first, tools, side]).toEqual([5, size(tool, once), size(tool), size(once)])
  expect(bytes).toBe(size(tool, once, tool, once, twice, tool, twice, tool, once, twice, tool, once))
})

test('of OpenAI it keeps lines, and does not look at names that messages have on the way', () => {
  const counter = createCounter()
  const body = (id: string, last: string): object => ({
    model: 'm',
    tools: [{ name: 'a' }],
    input: [{ id: `msg_${id}`, content: `first\n${last}` }],
  })
  counter.add(body('1', 'one'), 'openai-responses')
  counter.add(body('2', 'two'), 'openai-responses')
  expect(counter.sent().kept).toBe('{"name":"a"}{"content":"first\\n'.length)
})
