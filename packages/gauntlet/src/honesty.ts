/** Plays honest work of many kinds: each must come through, under whatever configuration. */
import { atOnce, type HonestWork } from '@sigma/engine'
import { type Setting, trialGround } from './ground.ts'
import { type Grounds, groundsOf } from './grounds.ts'
import { play } from './play.ts'

export interface Passage {
  readonly id: string
  readonly does: string
  readonly passed: boolean
  /** Why it was not played; null: it was. */
  readonly skipped: string | null
  /** What refused it; empty where nothing did. */
  readonly reasons: readonly string[]
  /** Where its run can be looked at; null: it passed, and is gone. */
  readonly folder: string | null
  readonly ms: number
}

export interface Honesty extends Setting {
  /** What of the kit's honest work is to be played. */
  readonly work: readonly HonestWork[]
  /** An empty folder of its own; what did not pass is kept in it. */
  readonly folder: string
  readonly atOnce: number
  readonly now: () => number
  readonly onPassage: (passage: Passage) => void
}

export async function runHonesty(honesty: Honesty): Promise<readonly Passage[]> {
  const grounds = groundsOf(honesty)
  return await atOnce(honesty.work, honesty.atOnce, async (each) => {
    const passage = await playWork(honesty, grounds, each)
    honesty.onPassage(passage)
    return passage
  })
}

async function playWork(honesty: Honesty, grounds: Grounds, { id, does, trial, whyNot }: HonestWork): Promise<Passage> {
  const { now } = honesty
  const began = now()
  const ground = await grounds.take()
  const skipped = whyNot(trialGround(ground, honesty))
  if (skipped !== null) {
    grounds.giveBack(ground)
    return { id, does, passed: false, skipped, reasons: [], folder: null, ms: 0 }
  }
  const ended = await play(ground, trial, honesty)
  const passed = ended.outcome === 'completed' && ended.delivered && ended.harm.length === 0
  if (passed) grounds.giveBack(ground)
  const harm = ended.harm.map((part) => `not as it was: ${part}`)
  const reasons = passed ? [] : [...ended.reasons, ...harm]
  return { id, does, passed, skipped: null, reasons, folder: passed ? null : ground.root, ms: now() - began }
}
