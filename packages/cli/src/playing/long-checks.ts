import type { Activity } from '@sigma/engine'
import { printableLine } from '../printable.ts'
import { stepText } from '../render/place.ts'
import { lineText } from '../render/story.ts'
import { talk, type World } from '../world.ts'

const everyMs = 30_000

/** Where lines are only added, as in a log: how far a measurement is that takes long, a line every half a minute. */
export function longChecksTold(world: World, began: number): (activity: Activity) => void {
  const toldAt = new Map<string, number>()
  return ({ kind, stage, attempt, at, text }) => {
    if (kind !== 'check') return
    if (stage === 'over') return void toldAt.delete(attempt)
    const now = world.now()
    const last = toldAt.get(attempt) ?? now
    const isDue = stage === 'acts' && text !== '' && now - last >= everyMs
    toldAt.set(attempt, isDue ? now : last)
    if (!isDue) return
    const said = `sigma measures: ${printableLine(text)}`
    talk(world, lineText({ elapsedMs: now - began, step: stepText(at), text: said, details: [] }))
  }
}
