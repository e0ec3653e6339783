/** The script of a package that runs its tests. */
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonNow } from './test-files.ts'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** The script `test` where it starts this program, else the first that does; empty where none does. */
export function scriptIn(folder: string, starts: RegExp): string {
  const scripts = manifest.safeParse(readJsonNow(join(folder, 'package.json'))).data?.scripts ?? {}
  const used = Object.entries(scripts).filter(([, script]) => starts.test(script))
  return (used.find(([title]) => title === 'test') ?? used[0])?.[1] ?? ''
}
