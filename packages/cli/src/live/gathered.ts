/** What a command line prints that is played for another process: gathered, and sent there as a whole. */
import type { Terminal } from '../world.ts'
import type { LineAnswer } from './operations.ts'

/** What a host does not carry out: it shows nothing to a terminal and reads no file of whoever asks. */
export const elsewhere: LineAnswer = { out: '', err: '', exit: null }

export function gathering(): { readonly terminal: Terminal; readonly text: () => string } {
  const texts: string[] = []
  return { terminal: { write: (text) => void texts.push(text), isTTY: false, columns: 80 }, text: () => texts.join('') }
}
