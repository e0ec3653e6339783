import type { Activity } from '@sigma/engine'
import { printableLine } from '../printable.ts'
import { stepText } from '../render/place.ts'
import { lineText } from '../render/story.ts'
import { ofPart } from '../runs/part-name.ts'
import { talk, type World } from '../world.ts'

const everyMs = 30_000

/** Where lines are only added, as in a log: how far a measurement is that takes long, a line every half a minute. `partOf` names the run. */
export function longChecksTold(
  world: World,
  began: number,
  partOf: (run: string) => string,
): (activity: Activity) => void {
  const toldAt = new Map<string, number>()
  return ({ run, kind, stage, attempt, at, text }) => {
    if (kind !== 'check') return
    const key = `${run} ${attempt}`
    if (stage === 'over') return void toldAt.delete(key)
    const now = world.now()
    const last = toldAt.get(key) ?? now
    const isDue = stage === 'acts' && text !== '' && now - last >= everyMs
    toldAt.set(key, isDue ? now : last)
    if (!isDue) return
    const said = `sigma measures: ${printableLine(text)}`
    talk(world, lineText({ elapsedMs: now - began, step: ofPart(partOf(run), stepText(at)), text: said, details: [] }))
  }
}
