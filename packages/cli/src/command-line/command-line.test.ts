import { readRecord, resultSchema } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { routesFor } from '../commands/catalog.ts'
import { commandWorld } from '../testing/command-world.ts'
import { helpTexts } from './command-line.ts'

const nowhere = { root: '/nonexistent', cache: '/nonexistent/cache' }

test('the whole help tree', async () => {
  const texts = (await helpTexts()).map(([route, help]) => `── ${route}\n${help}`)
  await expect(texts.join('\n')).toMatchFileSnapshot('../testing/help.txt')
})

test.each([
  [['tdx'], 'There is no command "tdx"; did you mean "tdd"?'],
  [['frobnicate'], 'There is no command "frobnicate".'],
  [['tdd', 'text', '--jsn'], 'There is no flag --jsn; did you mean "--json"?'],
  [['tdd', 'text', '--covlines', '9'], 'There is no flag --covlines; did you mean "--cov-lines"?'],
  [['tdd'], 'The argument <module> is missing.'],
  [['tdd', 'a', 'b'], 'There is one argument too many: "b".'],
  [['tdd', 'text', '--parallel', '4'], 'a whole number from 1 to 3 is wanted.'],
  [['tdd', 'text', '--cov-lines', '101'], 'a percentage from 0 to 100 is wanted.'],
  [['tdd', '../x'], 'stays within the modules’ folder'],
  [['tdd', '/etc/passwd'], 'stays within the modules’ folder'],
  [
    ['protocol', 'check', 'tdt'],
    'There is no protocol "tdt" (tdd, plan, design, review, project, board, validation, reasoning, steps); did you mean "tdd"?',
  ],
  [['protocol', 'check', 'tdd', '--limits', 'round=2'], 'There is no limit "round"'],
  [['protocol', 'check', 'tdd', '--limits', 'two'], 'limits are written like rounds=2,tries=2.'],
])('a wrong command line says what is wrong and ends with 64: %j', async (args, sentence) => {
  const { exit, stdout, stderr } = await commandWorld(nowhere).run(...args)
  expect(stderr).toContain(`error: `)
  expect(stderr).toContain(sentence)
  expect(stderr).toMatch(/^hint: sigma /m)
  expect({ exit, stdout }).toMatchObject({ exit: 64 })
})

test.each([
  [['tdx'], 'sigma tdd --help'],
  [['tdd'], 'sigma tdd --help'],
  [['status', '--jsn'], 'sigma status --help'],
  [['protocol', 'chek', 'tdd'], 'sigma protocol check --help'],
  [['protocol', 'check', 'tdd', '--limits', 'two'], 'sigma protocol check --help'],
  [['memory', 'frob'], 'sigma memory --help'],
  [['memory', 'serch'], 'sigma memory search --help'],
  [['memory', 'show'], 'sigma memory show --help'],
])('the hint for %j is a command that there is', async (args, hint) => {
  const { stderr } = await commandWorld(nowhere).run(...args)
  expect(stderr).toContain(`hint: ${hint}\n`)
  expect((await commandWorld(nowhere).run(...hint.split(' ').slice(1))).exit).toBe(0)
})

test.each([
  [['run', 'add', 'rate', 'limiting'], 'rate', 'wish', 'sigma run "add rate limiting"'],
  [['run', '--profile', 'quick', 'say', '$5', '--yes'], '$5', 'wish', "sigma run 'say $5' --profile quick --yes"],
  [['run', 'a', '--memory-bank=x', 'b', '--', '--c'], 'b', 'wish', 'sigma run "a b --c" --memory-bank=x'],
  [['fix', 'small', 'throws'], 'throws', 'report', 'sigma fix "small throws"'],
])('a sentence without quotes is told so, with the command that was meant: %j', async (args, word, what, hint) => {
  const { exit, stderr, result } = await commandWorld(nowhere).run(...args)
  const sentence = `There is one argument too many, "${word}": a ${what} of several words stands in quotes.`
  expect([exit, stderr]).toEqual([64, `error: ${sentence}\nhint: ${hint}\n`])
  expect(result).toMatchObject({ reasons: [{ rule: 'wrong-command-line', message: sentence, remedy: hint }] })
})

test('a command that starts or ends a run gives a Result for a wrong command line, too', async () => {
  proves('SIG-31', 'SIG-35')
  const { exit, stdout, result } = await commandWorld(nowhere).run('tdd', 'a', 'b')
  expect(exit).toBe(64)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(readRecord(resultSchema, result)).toMatchObject({ kind: 'read', record: { success: false } })
  expect(result).toMatchObject({ outcome: 'refused', reasons: [{ rule: 'wrong-command-line' }], delivered: null })
  expect((await commandWorld(nowhere).run('status', '--jsn')).stdout).toBe('')
})

test('at a terminal a sentence is all that answers a wrong command line, unless JSON is asked for', async () => {
  const person = commandWorld(nowhere, { terminal: 'both' })
  expect(await person.run('tdd', 'a', 'b')).toMatchObject({
    exit: 64,
    stdout: '',
    stderr: expect.stringMatching(/^error: /),
  })
  expect((await person.run('tdd', 'a', 'b', '--json')).result).toMatchObject({ outcome: 'refused' })
  // Its error is one of the command's own, not of its words.
  expect(await person.run('tdd', 'text')).toMatchObject({ exit: 1, stdout: '' })
  expect((await person.run('tdd', 'text', '--json')).result).toMatchObject({ outcome: 'refused' })
})

test('alone it shows the way in, on one screen, with commands that there are', async () => {
  const { exit, stdout } = await commandWorld(nowhere).run()
  const lines = stdout.trimEnd().split('\n')
  expect(exit).toBe(0)
  expect(lines.length).toBeLessThan(24)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const named = [...stdout.matchAll(/sigma ([a-z]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(9)
  const routes = await routesFor('')
  expect(named.filter((name) => !Object.hasOwn(routes, name))).toEqual([])
})

test('the list of all commands fits a terminal of 80 columns', async () => {
  const { stdout } = await commandWorld(nowhere).run('--help')
  const [, list = ''] = stdout.split('\nCOMMANDS\n')
  expect(list.split('\n').length).toBeGreaterThan(20)
  expect(list.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('asked for its version it says so', async () => {
  expect(await commandWorld(nowhere).run('--version')).toMatchObject({ exit: 0, stdout: '0.1.0\n' })
})
