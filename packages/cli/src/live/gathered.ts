/** What a command line prints that is played for another process: gathered, and sent there as a whole. */
import type { Terminal } from '../world.ts'
import type { LineAnswer } from './operations.ts'

/** What a host does not carry out: it shows nothing to a terminal and reads no file of whoever asks. */
export const elsewhere: LineAnswer = { out: '', err: '', exit: null }

export interface Gathering {
  readonly terminal: Terminal
  readonly text: () => string
  /** As `text`, and forgets it. */
  readonly kept: () => string
}

export function gathering(): Gathering {
  const texts: string[] = []
  const kept = (): string => texts.splice(0).join('')
  const write = (text: string): void => void texts.push(text)
  return { terminal: { write, kept, isTTY: false, columns: 80 }, text: () => texts.join(''), kept }
}
