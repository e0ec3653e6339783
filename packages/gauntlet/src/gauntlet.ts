/** Plays the cases side by side, each on a ground that no other case is on, and tells which were caught by their rule. */
import { atOnce, type Cheat, rulesOf } from '@sigma/engine'
import type { Ended } from './ended.ts'
import { HonestRefused } from './errors.ts'
import { type Setting, trialGround } from './ground.ts'
import { type Grounds, groundsOf } from './grounds.ts'
import { play } from './play.ts'

export interface Outcome {
  readonly id: string
  readonly kind: string
  readonly does: string
  /** That caught it; else the one that should have. */
  readonly rule: string
  readonly caught: boolean
  /** Why it was not played; null: it was. */
  readonly skipped: string | null
  /** What else happened, where it got through: for people. */
  readonly saw: string | null
  /** Where its run can be looked at; null: it was caught, and is gone. */
  readonly folder: string | null
  readonly ms: number
}

export interface Gauntlet extends Setting {
  /** Those of the kit that are to be played. */
  readonly cheats: readonly Cheat[]
  /** An empty folder of its own; what got through is kept in it. */
  readonly folder: string
  readonly atOnce: number
  readonly now: () => number
  /** How long the honest run took, which comes first. */
  readonly onHonest: (ms: number) => void
  readonly onOutcome: (outcome: Outcome) => void
}

/** Fails with `gauntlet-honest-refused` where honest work does not come through: then a refusal says nothing. */
export async function runGauntlet(gauntlet: Gauntlet): Promise<readonly Outcome[]> {
  const { kit, cheats, now, onHonest, onOutcome } = gauntlet
  const grounds = groundsOf(gauntlet)
  const began = now()
  const first = await grounds.take()
  const honest = await play(first, kit.plain, gauntlet)
  if (honest.outcome !== 'completed' || !honest.delivered) throw new HonestRefused(honest.reasons, first.root)
  grounds.giveBack(first)
  onHonest(now() - began)
  return await atOnce(cheats, gauntlet.atOnce, async (cheat) => {
    const outcome = await playCase(gauntlet, grounds, cheat)
    onOutcome(outcome)
    return outcome
  })
}

async function playCase(gauntlet: Gauntlet, grounds: Grounds, cheat: Cheat): Promise<Outcome> {
  const { theirs, now } = gauntlet
  const began = now()
  const ground = await grounds.take()
  const why = cheat.whyNot(trialGround(ground, gauntlet))
  if (why !== null) {
    grounds.giveBack(ground)
    return skipped(cheat, why)
  }
  const { id, kind, does, isTold } = cheat
  const rules = rulesOf(cheat, theirs.runner)
  const ended = await play(ground, cheat.trial, gauntlet)
  const rule = rules.find((each) => ended.rules.includes(each)) ?? null
  // Where nothing confines, a breach is named and its turn is lost; what was done is not undone.
  const tolerated = ended.harm.length === 0 || rule === 'isolation-breach'
  const stopped = isTold || (ended.outcome !== 'completed' && !ended.delivered)
  const caught = rule !== null && stopped && tolerated
  if (caught && ended.harm.length === 0) grounds.giveBack(ground)
  return {
    id,
    kind,
    does,
    rule: rule ?? rules[0] ?? '',
    caught,
    skipped: null,
    saw: caught ? null : sawText(ended),
    folder: caught ? null : ground.root,
    ms: now() - began,
  }
}

function skipped({ id, kind, does, rules }: Cheat, why: string): Outcome {
  return { id, kind, does, rule: rules[0] ?? '', caught: false, skipped: why, saw: null, folder: null, ms: 0 }
}

function sawText({ outcome, delivered, rules, harm }: Ended): string {
  const parts = [
    `${outcome}${delivered ? ' and delivered' : ''}`,
    rules.length === 0 ? 'no rule' : `refused by ${rules.join(', ')}`,
    ...(harm.length === 0 ? [] : [`not as it was: ${harm.join(', ')}`]),
  ]
  return parts.join('; ')
}
