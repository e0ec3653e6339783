/** What a person sees who runs a command at a terminal of 24 lines. */
import { needs } from '@sigma/engine/needs'
import { expect, test, vi } from 'vitest'
import { leanRepository } from './campaign/lean-project.ts'
import { onTerminal } from './kit/terminal.ts'

vi.setConfig({ testTimeout: 120_000 })

/** To its last line. */
const summary = /\nlean-\w+: completed\n {2}outcome [\s\S]*\n {2}used +unknown: no turn said what it used$/

test('the summary of a run is the last thing on the screen, and JSON comes where it is asked for', async () => {
  needs('script')
  using repository = leanRepository()
  using person = onTerminal(repository, ['tdd', 'lean'])
  expect(await person.ended).toBe(0)
  const screen = person.shown().join('\n').trimEnd()
  expect(screen).toMatch(summary)
  expect(person.written()).not.toContain('{"success"')
  using program = onTerminal(repository, ['resume', '--json'])
  expect(await program.ended).toBe(0)
  expect(program.written()).toContain('{"success":true')
})

test('a command that cannot begin says why and what helps, and nothing else', async () => {
  needs('script')
  using repository = leanRepository()
  using person = onTerminal(repository, ['tdd', 'gone'])
  expect(await person.ended).toBe(1)
  const lines = person.shown().filter((line) => line !== '')
  expect(lines[0]).toMatch(/^error: /)
  expect(lines.at(-1)).toMatch(/^hint: .*: sigma init --example gone$/)
})
