import { allIn } from '../../process/walking.ts'

/** What is not looked into: it is not the agent's work, and large. */
const foreign: ReadonlySet<string> = new Set(['node_modules', '.git'])
const mostEntries = 5_000

/** How long ago anything in a folder was changed, in milliseconds; of a very large one, in the first part of it. */
export async function unchangedFor(folder: string): Promise<number> {
  let newest = 0
  for await (const { ctimeMs } of allIn([folder], mostEntries, foreign)) newest = Math.max(newest, ctimeMs)
  return Math.max(0, Date.now() - newest)
}
