/** The script of a package that runs its tests. */
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonNow } from './test-files.ts'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** For people who look into a run. */
const looking = /debug|watch|inspect|profile/

/** The script `test` where it starts this program, else the first that does and is not for looking into it; empty where none does. */
export function scriptIn(folder: string, starts: RegExp): string {
  const scripts = manifest.safeParse(readJsonNow(join(folder, 'package.json'))).data?.scripts ?? {}
  const used = Object.entries(scripts).filter(([, script]) => starts.test(script))
  const plain = used.filter(([title, script]) => !looking.test(title) && !/--inspect/.test(script))
  return (used.find(([title]) => title === 'test') ?? plain[0] ?? used[0])?.[1] ?? ''
}
