/**
 * Test files that began and did not end, as a runner's program tells while it goes, in a file beside its report: `+` and the path
 * of one that begins, `-` and that of one that ended. Tested code can write there, so only files that were asked for are told.
 */
import { join } from 'node:path'
import { readText } from './test-files.ts'

export const goingFile = (report: string): string => `${report}.going`

export async function unendedIn(report: string, root: string, asked: readonly string[]): Promise<readonly string[]> {
  const told = new Set((await readText(goingFile(report))).split('\n'))
  return asked.filter((file) => told.has(`+${join(root, file)}`) && !told.has(`-${join(root, file)}`))
}
