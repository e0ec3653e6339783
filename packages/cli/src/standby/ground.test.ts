import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locate } from '../project/place.ts'
import type { World } from '../world.ts'
import { type Ground, groundOf, lasting, programOf } from './ground.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sigma-ground-'))
  for (const folder of ['.git', 'src', 'below']) mkdirSync(join(root, folder))
  for (const [path, text] of [
    ['sigma.js', '#'],
    ['sigma.config.json', '{}'],
    ['below/sigma.config.json', '{}'],
  ] as const)
    writeFileSync(join(root, path), text)
})
afterEach(() => rmSync(root, { recursive: true }))

const env = { HOME: '/home/a', PATH: '/bin', PWD: '/one', SHLVL: '1' }

// as: what a ground is made of, and nothing else.
const world = (): World => ({ cwd: root, env, program: [process.execPath, join(root, 'sigma.js')] }) as unknown as World

const theirs = (): Ground => ({ env: lasting(env), program: programOf(world()) })

test('a line from any folder of the project stands on the same ground, wherever its shell has been', () => {
  const stands = groundOf(world(), locate(world()))
  expect(stands(root, theirs())).toBe(true)
  expect(stands(join(root, 'src'), { ...theirs(), env: { SHLVL: '7', PATH: '/bin', _: 'x', HOME: '/home/a' } })).toBe(
    true,
  )
})

test.for<[string, (ground: Ground) => Ground | string]>([
  ['a variable that is new', (ground) => ({ ...ground, env: { ...ground.env, KEY: 'x' } })],
  ['a variable that is gone', (ground) => ({ ...ground, env: { HOME: '/home/a' } })],
  ['a variable that is another', (ground) => ({ ...ground, env: { ...ground.env, PATH: '/usr/bin' } })],
  ['another Node', (ground) => ({ ...ground, program: ['/other/node', ...ground.program.slice(1)] })],
  ['a launcher that was installed anew', (ground) => ({ ...ground, program: [...ground.program.slice(0, 2), '1 2'] })],
  ['a project below', () => join(root, 'below')],
  ['no project', () => tmpdir()],
])('%s is another ground', ([, change]) => {
  const stands = groundOf(world(), locate(world()))
  const changed = change(theirs())
  expect(typeof changed === 'string' ? stands(changed, theirs()) : stands(root, changed)).toBe(false)
})

test.for<[string, () => void]>([
  ['the configuration', () => writeFileSync(join(root, 'sigma.config.json'), '{ }')],
  ['its name', () => writeFileSync(join(root, 'src/sigma.config.json'), '{}')],
  [
    'the protocols of the project',
    () => {
      mkdirSync(join(root, 'sigma.protocols'))
      writeFileSync(join(root, 'sigma.protocols/own.ts'), '')
    },
  ],
])('%s must be as it was', ([, change]) => {
  const stands = groundOf(world(), locate(world()))
  utimesSync(join(root, 'sigma.config.json'), 1, 1)
  expect(stands(join(root, 'src'), theirs())).toBe(true)
  change()
  expect(stands(join(root, 'src'), theirs())).toBe(false)
})
