import { spawn } from 'node:child_process'

/** What is said back: each line once, by its number. */
export type Answering = (told: string, say: (number: number, line: string) => void) => void

interface Asked {
  readonly word: string
  readonly command: readonly string[]
  /** It works here, and has its home here. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly answering?: Answering | undefined
}

/** Starts a program and resolves when it has said the word; what is left of it is ended. */
export function untilSaid({ word, command, folder, env, answering = () => {} }: Asked): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let told = ''
  let lines = 0
  const answer = (): void =>
    answering(told, (number, line) => {
      if (number < lines) return
      lines = number + 1
      child.stdin.write(line)
    })
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer): void => {
      told += String(part)
      answer()
      if (!told.includes(word)) return
      child.kill('SIGKILL')
      resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.stdin.on('error', reject)
    answer()
    // Who has nothing to be told is not to wait for it.
    if (lines === 0) child.stdin.end()
    child.once('close', () => reject(new Error(`${program} said nothing: ${told.slice(-500)}`)))
  })
}
