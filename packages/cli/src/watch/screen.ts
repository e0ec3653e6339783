/** A terminal that is used as a whole: its keys one by one, its size, and its state put back however the process ends. */
import { emitKeypressEvents } from 'node:readline'
import type { Screen, Terminal } from '../world.ts'
import { enterText, leaveText } from './screens/painter.ts'

/** What a screen is made of; the process has it. */
export interface Console {
  readonly input: Keyboard
  readonly output: Terminal
  /** Calls back when the process ends in whatever way, and gives how to leave. */
  readonly onExit: (restore: () => void) => () => void
  /** Stops the process until a shell takes it up again, and then calls back. */
  readonly suspend: (resumed: () => void) => void
}

/** The part of `process.stdin` that is needed. */
export interface Keyboard extends NodeJS.ReadableStream {
  setRawMode?(raw: boolean): unknown
}

/** The fields of Node's `keypress` events that are read. */
interface Pressed {
  readonly name?: string | undefined
  readonly ctrl?: boolean | undefined
  readonly meta?: boolean | undefined
}

/** Takes the terminal. `press` gets keys by their names; what is pasted is no key. `resumed`: all is to be drawn anew. */
export function openScreen(
  { input, output, onExit, suspend }: Console,
  press: (key: string) => void,
  resumed: () => void,
): Screen {
  let pasting = false
  let held = false

  function take(): void {
    held = true
    input.setRawMode?.(true)
    input.resume()
    output.write(enterText)
  }

  function giveBack(): void {
    if (!held) return
    held = false
    output.write(leaveText)
    input.setRawMode?.(false)
    input.pause()
  }

  function onKey(text: string | undefined, key: Pressed): void {
    if (key.name === 'paste-start') pasting = true
    else if (key.name === 'paste-end') pasting = false
    else if (pasting) return
    else if (key.ctrl === true && key.name === 'z') {
      giveBack()
      suspend(() => {
        take()
        resumed()
      })
    } else {
      const name = nameOf(text, key)
      if (name !== null) press(name)
    }
  }

  emitKeypressEvents(input)
  input.on('keypress', onKey)
  take()
  const leave = onExit(giveBack)
  return {
    get columns() {
      return output.columns
    },
    get rows() {
      return output.rows ?? 24
    },
    write: (text) => {
      if (held) output.write(text)
    },
    [Symbol.dispose]: () => {
      input.off('keypress', onKey)
      giveBack()
      leave()
    },
  }
}

/** A character by itself, else the key by its name; null: one that nothing is bound to. */
function nameOf(text: string | undefined, { name, ctrl, meta }: Pressed): string | null {
  if (ctrl === true) return name === undefined ? null : `ctrl-${name}`
  if (name === 'escape') return name
  if (meta === true) return null
  if (name === 'enter') return 'return'
  if (text !== undefined && /^[!-~]$/.test(text)) return text
  return name ?? null
}
