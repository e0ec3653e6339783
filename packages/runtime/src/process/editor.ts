import { spawn } from 'node:child_process'

/**
 * Opens a file in a person's editor, on the terminal of this process, until they leave it. `command`: as a shell reads
 * it, e.g. `code --wait`. Gives the exit code; null: a signal ended it.
 */
export async function openEditor(command: string, file: string): Promise<number | null> {
  const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', file], { stdio: 'inherit' })
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
}
