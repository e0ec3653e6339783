/** Tests the drill: a session in a throwaway store that a host which stands by plays before its first line comes. */
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openTrustedProject } from '../project/project.ts'
import { sigma } from '../sigma.ts'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import type { World } from '../world.ts'
import { goThrough } from './drills.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a whole session is begun, followed and strayed from, and nothing of it is left', async () => {
  using project = await temporaryProject({ 'sigma.config.json': '{}' })
  const played: (readonly [string, number])[] = []
  const plays: World['plays'] = async (world, words, program) => {
    const exit = await sigma(world, words, program)
    played.push([words.slice(0, 2).join(' '), exit])
    return exit
  }
  const world = { ...worldOf(project), plays }
  const before = await project.state()
  vi.stubEnv('TMPDIR', dirname(project.root))
  await goThrough(world, await openTrustedProject(world))
  expect(played).toEqual([
    ['dispatch --reasoning-session', 0],
    ['step 0', 0],
    ['step 1', 0],
    ['step 1', 0],
    ['step 2', 0],
    ['step 3', 0],
    ['step 3', 2],
    ['complete --state', 2],
  ])
  expect(await project.state()).toBe(before)
  expect(existsSync(join(project.root, '.sigma'))).toBe(false)
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sigma-drill-'))).toEqual([])
})

test('a host that is to go ends it, and leaves nothing either', async () => {
  using project = await temporaryProject({ 'sigma.config.json': '{}' })
  vi.stubEnv('TMPDIR', dirname(project.root))
  const over = new AbortController()
  const played: string[] = []
  const plays: World['plays'] = async (world, words, program) => {
    played.push(words[0] ?? '')
    const exit = await sigma(world, words, program)
    over.abort()
    return exit
  }
  const world = { ...worldOf(project, { signal: over.signal }), plays }
  await expect(goThrough(world, await openTrustedProject(world))).rejects.toThrow()
  expect(played).toEqual(['dispatch'])
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sigma-drill-'))).toEqual([])
})
