/** `sigma watch` on a terminal of its own, beside hosts that come and go. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { expect, test, vi } from 'vitest'
import { leanRepository, shellAgent } from './campaign/lean-project.ts'
import { listen, runsOf } from './kit/listened.ts'
import { sigma } from './kit/sigma.ts'
import { onTerminal } from './kit/terminal.ts'

vi.setConfig({ testTimeout: 120_000 })

/** How a terminal is taken, and given back. */
const [taken, givenBack] = ['\x1b[?1049h', '\x1b[?1049l']

test('shows runs while hosts come, are killed and are followed by others; stops one, and reads its log', async () => {
  needs('script')
  using repository = leanRepository(shellAgent('echo "looks round" >&2; while [ ! -e "$HOME/go" ]; do sleep 0.1; done'))
  using terminal = onTerminal(repository, ['watch'])
  await terminal.shows(/No run yet/)
  using first = listen(repository, 'tdd', 'lean')
  await terminal.shows(/> lean-\w+ +tdd lean +running · \d+s/)
  await terminal.shows(/● phase0 +dev agent +\d+s .*\n +heard from \d+s ago/)
  process.kill(first.pid, 'SIGKILL')
  await terminal.shows(/no run is being played[\s\S]*halted · \d+s ago[\s\S]*phase0 .*is taken up by sigma resume/)
  using next = listen(repository, 'resume')
  await terminal.shows(/running · [\s\S]*● phase0/)
  terminal.press('s')
  await terminal.shows(/y\/n +Stop lean-\w+\?/)
  terminal.press('y')
  await terminal.shows(/lean-\w+ is stopped; r goes on with its run/)
  expect((await next.ended).exit).toBe(130)
  terminal.press('l')
  await terminal.shows(/tdd begins[\s\S]*stopped by/)
  terminal.press('q?')
  await terminal.shows(/Any key leads back/)
  terminal.press('xq')
  expect(await terminal.ended).toBe(0)
  expect(terminal.written().split(taken)).toHaveLength(2)
  expect(terminal.written().trimEnd().endsWith(givenBack)).toBe(true)
})

test('answers a decision, and goes on with its run in the same terminal; a signal gives the terminal back', async () => {
  needs('script')
  using repository = leanRepository('cat > /dev/null; echo "→[BL, I need a key]"')
  const { exit } = await sigma(repository, 'tdd', 'lean')
  expect(exit).toBe(3)
  using ended = onTerminal(repository, ['watch'], { NO_COLOR: '1' })
  using terminal = onTerminal(repository, ['watch', 'lean'])
  await terminal.shows(/1 decision waits[\s\S]*\? phase0 +waiting/)
  terminal.press('d')
  await terminal.shows(/I need a key[\s\S]*> 1 fix[\s\S]*abort +The run ends here/)
  terminal.press('j\r')
  await terminal.shows(/y\/n +Answer with extend\?/)
  terminal.press('y')
  await terminal.shows(/Answered with extend; r goes on with its run/)
  await ended.shows(/lean-\w+ +tdd lean +halted/)
  process.kill(ended.pid(), 'SIGTERM')
  expect(await ended.ended).toBe(130)
  expect(ended.written().trimEnd().endsWith(givenBack)).toBe(true)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  expect(ended.written()).not.toMatch(/\x1b\[[1-9][\d;]*m/)
  terminal.press('ry')
  expect(await terminal.ended).toBe(3)
  expect(terminal.written().split(givenBack)[1]).toMatch(/lean-\w+: waiting[\s\S]*in its own words: "I need a key"/)
})

test('without a terminal it prints how things stand and ends; followed, it tells each change', async () => {
  using repository = leanRepository(
    'cat > /dev/null; while [ ! -e "$HOME/go" ]; do sleep 0.1; done; echo "→[BL, a key]"',
  )
  expect(await sigma(repository, 'watch')).toMatchObject({ exit: 0, stdout: expect.stringContaining('No run yet') })
  using host = listen(repository, 'tdd', 'lean')
  await host.says(/dev is asked/)
  const once = await sigma(repository, 'watch', '--json')
  const seen: unknown = JSON.parse(once.stdout)
  const turn = { id: 'phase0', kind: 'ask', player: 'agent', stage: expect.stringMatching(/begun|acts/) }
  expect(seen).toMatchObject({
    live: true,
    host: { pid: host.pid },
    runs: [{ module: 'lean', running: true, doing: [turn] }],
  })
  using following = listen(repository, 'watch', 'lean', '--follow')
  await following.says(/● phase0/)
  writeFileSync(join(repository.home, 'go'), '')
  expect((await host.ended).exit).toBe(3)
  await following.says(/\? phase0 +waiting .*abort/)
  const [{ run } = { run: '' }] = await runsOf(repository)
  expect((await sigma(repository, 'decide', `${run}/phase0.decision`, 'abort', '--no-run')).exit).toBe(2)
  const told = await following.ended
  expect(told.exit).toBe(0)
  expect(told.stdout).toMatch(/lean-\w+ +tdd lean +aborted · \d+s ago\n$/)
  expect(await sigma(repository, 'watch', 'nothing')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('hint: '),
  })
})
