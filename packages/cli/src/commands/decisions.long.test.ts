import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugSource, textModule } from '../testing/text-module.ts'

const blocked = { when: { phase: 'GREEN' }, answer: '→[BL, which separator?]' }
const lazy = {
  when: { phase: 'GREEN' },
  write: { 'src/text.js': 'export const shout = 1\n' },
  answer: '→[GC, it works]',
}

test('an agent that is blocked makes the run wait, and a decision carries it on', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text')
  expect([waiting.exit, waiting.result['outcome']]).toEqual([3, 'waiting'])
  const id = `${waiting.result['run']}/C1.green.dev.decision`
  expect(waiting.stderr).toContain(`sigma decide ${id}`)
  const inbox = await world.run('inbox')
  expect(inbox.stdout).toMatch(
    /options:\n {4}fix .*\n +→ a gate measures .*\n {4}extend .*\n +→ dev is asked .*\n {4}skip .*\n +→ the run ends refused\n {4}abort /,
  )
  expect(inbox.stdout).toContain('in 7d; then the safe default "abort" is taken')
  const unsaid = await world.run('decide', id)
  expect([unsaid.exit, unsaid.stderr]).toEqual([
    64,
    `error: Choose an option for ${id}: fix, extend, skip, abort.\nhint: sigma inbox\n`,
  ])
  expect(await world.run('resume')).toMatchObject({ exit: 3, result: { outcome: 'waiting' } })
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const decided = await world.run('decide', id, 'extend', '--note', 'a hyphen')
  expect([decided.exit, decided.result['outcome']]).toEqual([0, 'completed'])
  const late = await world.run('decide', id, 'abort')
  expect([late.exit, late.stderr]).toEqual([
    1,
    expect.stringMatching(/is closed: tester chose extend at .*\nhint: sigma inbox/),
  ])
})

test('work that is refused try after try is escalated, and extended', async () => {
  proves('DPTR-118')
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(lazy) })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text')
  expect([waiting.exit, waiting.result['outcome']]).toEqual([3, 'waiting'])
  expect(waiting.stderr.match(/C1 green +dev is asked/g)).toHaveLength(3)
  const inbox = await world.run('inbox', '--json')
  const [decision] = JSON.parse(inbox.stdout).decisions
  expect(decision.consult.status).toBe('escalated')
  expect(decision.consult.options.map(({ name }: { name: string }) => name)).toEqual(['fix', 'extend', 'skip', 'abort'])
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  expect(await world.run('decide', decision.id, 'extend')).toMatchObject({ exit: 0, result: { outcome: 'completed' } })
})

test('a person puts it right in the workspace, and the fix is taken in', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text')
  const { stdout } = await world.run('inbox')
  const folder = /workspace: (.+)/.exec(stdout)?.[1] ?? ''
  expect(existsSync(folder)).toBe(true)
  writeFileSync(join(folder, 'src/text.js'), slugSource)
  const decided = await world.run('decide', String(waiting.result['run']), 'fix')
  expect({ exit: decided.exit, stderr: decided.stderr }).toMatchObject({ exit: 0 })
  expect(await project.git('show', `sigma/${decided.result['run']}:src/text.js`)).toBe(slugSource)
})
