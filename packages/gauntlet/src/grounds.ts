/** Grounds are made as they are needed, and used again where nothing was left on them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Ground, makeGround, type Setting } from './ground.ts'

export interface Grounds {
  readonly take: () => Promise<Ground>
  /** For another case. */
  readonly giveBack: (ground: Ground) => void
}

export interface GroundsSpec extends Setting {
  /** An empty folder of their own. */
  readonly folder: string
}

export function groundsOf({ folder, ...setting }: GroundsSpec): Grounds {
  const free: Ground[] = []
  let made = 0
  return {
    take: async () => {
      const ready = free.pop()
      if (ready !== undefined) return ready
      made += 1
      const own = join(folder, String(made))
      mkdirSync(own, { recursive: true, mode: 0o700 })
      return await makeGround(own, setting)
    },
    giveBack: (ground) => free.push(ground),
  }
}
