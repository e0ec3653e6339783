import { printable, shellWord } from '../printable.ts'

/** A command line of the memory as a person may paste it, whatever stands in its words: others chose them. */
export function memoryLine(command: string, ...words: readonly string[]): string {
  const end = words.some((word) => word.startsWith('-')) ? ['--'] : []
  return ['sigma memory', command, ...end, ...words.map((word) => shellWord(printable(word)))].join(' ')
}
