import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { SigmaError } from '@sigma/engine'
import { type JsonlLine, readLine } from '@sigma/memory'

const mostOfLine = 64 * 1024 * 1024

export interface FileRead {
  readonly lines: readonly JsonlLine[]
  /** Lines that say nothing, by their numbers from 1. */
  readonly faults: readonly { readonly line: number; readonly why: string }[]
}

/** Fails with `file-unreadable`. */
export async function linesOfFile(path: string): Promise<FileRead> {
  const lines: JsonlLine[] = []
  const faults: { readonly line: number; readonly why: string }[] = []
  let number = 0
  const take = (text: string): void => {
    number += 1
    const line = readLine(text)
    if (line.kind === 'fault') faults.push({ line: number, why: line.why })
    else if (line.kind !== 'empty') lines.push(line)
  }
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is no file')
    let rest = ''
    for await (const chunk of createReadStream(path, 'utf8')) {
      const parts = `${rest}${String(chunk)}`.split('\n')
      rest = parts.pop() ?? ''
      if (rest.length > mostOfLine) throw new Error(`line ${number + parts.length + 1} has more than 64 MiB`)
      for (const part of parts) take(part)
    }
    if (rest !== '') take(rest)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SigmaError('file-unreadable', `${path} cannot be read: ${why}.`, { hint: `ls -l ${path}` })
  }
  return { lines, faults }
}
