import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commandWithFiles, tomlOf } from './own-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-own-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (home: string, files: Readonly<Record<string, string>>, ...command: string[]): string => {
  const [program = '', ...rest] = commandWithFiles(command, files)
  return execFileSync(program, rest, { env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8' })
}

test('files are in the home before the program is, whatever they hold; its arguments are its own', () => {
  const home = join(folder, 'one $HOME "two"')
  mkdirSync(home)
  const nasty = `key = "$(touch ${folder}/made) \`id\` '%s\\n"\n`
  expect(run(home, { '.a/b/c.toml': nasty, d: '' }, 'printf', '%s|', 'a b', '$HOME', '-n')).toBe('a b|$HOME|-n|')
  expect(readFileSync(join(home, '.a/b/c.toml'), 'utf8')).toBe(nasty)
  expect(readdirSync(home).toSorted()).toEqual(['.a', 'd'])
  expect(readdirSync(folder)).toEqual(['one $HOME "two"'])
  run(home, { d: 'new' }, 'true')
  expect(readFileSync(join(home, 'd'), 'utf8')).toBe('new')
  expect(commandWithFiles(['agent', '--acp'], {})).toEqual(['agent', '--acp'])
})

test('what cannot be written stays, and the program is started all the same', () => {
  const home = join(folder, 'shut')
  mkdirSync(join(home, 'config.toml'), { recursive: true })
  writeFileSync(join(home, 'config.toml/mine'), 'x')
  chmodSync(home, 0o755)
  writeFileSync(join(home, 'file'), 'in the way')
  expect(run(home, { 'file/config': 'x' }, 'echo', 'started')).toBe('started\n')
  expect(readFileSync(join(home, 'file'), 'utf8')).toBe('in the way')
})

test('a configuration in JSON is the same in TOML', () => {
  expect(
    tomlOf({ a: 'x "y"\n', b: true, c: [1, 'two', null], d: { ':root': 'write', e: { f: null, g: 2 } }, h: {} }),
  ).toBe(
    [
      'a = "x \\"y\\"\\n"',
      'b = true',
      'c = [1, "two"]',
      'd = { ":root" = "write", e = { g = 2 } }',
      'h = {  }',
      '',
    ].join('\n'),
  )
})
