/** A sigma on a terminal: a pseudo-terminal of `script`, which every Debian has, and what stands on its screen. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Repository } from './repository.ts'
import { launcher } from './sigma.ts'

export interface OnTerminal extends Disposable {
  /** Rows of the screen that the terminal shows, without blanks at their ends. */
  shown(): readonly string[]
  /** All that was written to it. */
  written(): string
  press(keys: string): void
  /** Resolves once the screen shows it; fails when sigma ended without, or does not. */
  shows(words: RegExp): Promise<void>
  /** The process of sigma. */
  pid(): number
  /** Exit code, 128 + signal where one ended it. */
  readonly ended: Promise<number | null>
}

/** What is not shown by then is not going to be. */
const patienceMs = 30_000

export function onTerminal(
  { path, env }: Repository,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): OnTerminal {
  const line = `stty rows 24 cols 80; exec '${process.execPath}' '${launcher}' ${args.join(' ')}`
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: path,
    env: { ...env, SHELL: '/bin/sh', TERM: 'xterm-256color', ...extra },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString('utf8')
  })
  let isOver = false
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exit) => {
      isOver = true
      resolve(exit)
    })
  })
  const shown = (): readonly string[] => screenOf(text, 24, 80)
  return {
    shown,
    written: () => text,
    ended,
    press: (keys) => void child.stdin.write(keys),
    shows: async (words) => {
      const deadline = performance.now() + patienceMs
      while (!words.test(shown().join('\n'))) {
        if (isOver || performance.now() > deadline) throw new Error(`It never showed ${words}:\n${shown().join('\n')}`)
        await sleep(20)
      }
    },
    pid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: escape sequences are what a terminal reads
const parts = /\x1b\[([?\d;]*)([A-Za-z])|\x1b\][^\x07]*\x07|[\s\S]/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above

/** What a terminal would show: of the sequences, those that move and take away; characters of one column. */
function screenOf(text: string, rows: number, columns: number): readonly string[] {
  const cells: string[][] = Array.from({ length: rows }, () => [])
  let [row, column] = [0, 0]
  const down = (): void => {
    if (row < rows - 1) row += 1
    else cells.push(...cells.splice(0, 1).map(() => []))
  }
  for (const [part, place = '', order] of text.matchAll(parts)) {
    if (order === 'H') [row = 1, column = 1] = place.split(';').map((each) => Number(each) - 1)
    else if (order === 'A') row = Math.max(0, row - Number(place || 1))
    else if (order === 'J') {
      for (const line of place === '2' ? cells : cells.slice(row + 1)) line.length = 0
      cells[row]?.splice(column)
    } else if (order === 'K') cells[row]?.splice(column)
    else if (part === '\n') down()
    else if (part === '\r') column = 0
    else if (order === undefined && part.length === 1) {
      if (column === columns) {
        down()
        column = 0
      }
      const line = cells[row]
      if (line !== undefined) line[column] = part
      column += 1
    }
  }
  return cells.map((line) =>
    Array.from(line, (cell) => cell ?? ' ')
      .join('')
      .trimEnd(),
  )
}
