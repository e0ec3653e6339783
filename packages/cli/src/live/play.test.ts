import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { setUp } from './play.ts'

const setsUp = { kind: 'sets-up', path: '.rooms/config.json', content: () => '{}\n', excluded: '.rooms/' } as const

test('a program that an agent started sets nothing up, for a file in its workspace would be refused as its work', async () => {
  using project = await temporaryProject({ 'package.json': '{}\n' })
  const file = join(project.root, setsUp.path)
  const within = worldOf(project, { env: { SIGMA_PROCESS: 'project.process' } })
  expect(() => setUp(within, setsUp)).toThrow(expect.objectContaining({ code: 'within-agent', hint: 'pm status' }))
  expect(existsSync(file)).toBe(false)
  expect(setUp(worldOf(project), setsUp)).toBe(0)
  expect(existsSync(file)).toBe(true)
})
