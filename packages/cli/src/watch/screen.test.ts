import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openScreen } from './screen.ts'
import { enterText, leaveText } from './screens/painter.ts'

function consoleOf() {
  const written: string[] = []
  const modes: boolean[] = []
  const exits = new Set<() => void>()
  let again = (): void => undefined
  const input = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => modes.push(raw) })
  const output = { write: (text: string) => void written.push(text), isTTY: true, columns: 80, rows: 24 }
  const onExit = (restore: () => void) => {
    exits.add(restore)
    return () => void exits.delete(restore)
  }
  const suspend = (resumed: () => void): void => {
    again = resumed
  }
  return { input, written, modes, exits, again: () => again(), console: { input, output, onExit, suspend } }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('gives keys by their names, and nothing that was pasted', async () => {
  const { input, console } = consoleOf()
  const keys: string[] = []
  using _screen = openScreen(
    console,
    (key) => keys.push(key),
    () => undefined,
  )
  for (const text of ['j', 'G', '?', '\r', '\n', '\x1b[A', '\x1bOB', '\x1b[5~', ' ', '\x03', '\t', '\x1bx', 'é', '語'])
    input.write(text)
  input.write('\x1b[200~sy\x1b[A\x1b[201~k')
  await settled()
  expect(keys).toEqual(['j', 'G', '?', 'return', 'return', 'up', 'down', 'pageup', 'space', 'ctrl-c', 'tab', 'k'])
})

test('takes the terminal and gives it back, once, however often it is told to', () => {
  const { written, modes, exits, console } = consoleOf()
  {
    using screen = openScreen(
      console,
      () => undefined,
      () => undefined,
    )
    expect(exits.size).toBe(1)
    for (const restore of exits) restore()
    screen.write('too late')
  }
  expect(written).toEqual([enterText, leaveText])
  expect(modes).toEqual([true, false])
  expect(exits.size).toBe(0)
})

test('when it is suspended a shell has its terminal, and afterwards all is drawn anew', async () => {
  const { input, written, modes, again, console } = consoleOf()
  let drawn = 0
  using _screen = openScreen(
    console,
    () => undefined,
    () => {
      drawn += 1
    },
  )
  input.write('\x1a')
  await settled()
  expect(written).toEqual([enterText, leaveText])
  again()
  expect(written).toEqual([enterText, leaveText, enterText])
  expect(modes).toEqual([true, false, true])
  expect(drawn).toBe(1)
})
