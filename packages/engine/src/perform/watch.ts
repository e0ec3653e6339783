/**
 * Watches what a person could see change while agents work: their tree, index, HEAD and refs. What is proved to be an
 * agent's doing is a breach of its turn; all else that changed is reported by name, with the turns that were open then.
 * Both also when the host died during them. Nothing is ever written back (D21).
 */
import type { Message } from '@sigma/protocol'
import type { Breach, Observation, Proof, Turn } from '../ports/isolation.ts'
import type { Workspaces } from '../ports/ports.ts'
import { breachNote } from './breach.ts'
import type { Sight, SightMemory } from './sight.ts'

/** What is known of a turn while it is open. */
interface Attended {
  readonly turn: Turn
  /** What was observed before the turn. */
  readonly before: Observation
  /** Proofs by part. */
  readonly proofs: Map<string, Proof>
}

export type Watch = ReturnType<typeof watchOver>

export function watchOver(
  workspaces: Workspaces,
  report: (run: string, message: Message) => void,
  memory: SightMemory,
) {
  /** What a host that died while turns were open had seen before them. */
  let left: Sight | null = memory.load()
  let last: Observation | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const open = new Map<Turn, Attended>()
  /** Breaches of turns that a dead host had begun, by their ask. */
  const owed = new Map<string, Breach>()

  /** One look at a time: of two that overlap, the later to return might be the older. */
  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }

  async function look(): Promise<Observation> {
    const before = last
    const now = await workspaces.observe()
    const orphans = (left?.turns ?? []).map((turn) => attended(turn, left?.observation ?? now))
    left = null
    last = now
    if (before !== null && before.hash !== now.hash)
      await tell(changedParts(before, now), now, [...open.values(), ...orphans])
    for (const each of orphans) orphaned(each, now)
    return now
  }

  async function tell(parts: readonly string[], now: Observation, all: readonly Attended[]): Promise<void> {
    const turns = all.map(({ turn }) => turn)
    const proofs = await workspaces.trace({ after: now, parts, turns })
    note(all, proofs)
    const proved = new Set(proofs.map(({ part }) => part))
    const unproved = parts.filter((part) => !proved.has(part))
    if (unproved.length === 0) return
    for (const run of new Set(turns.map((turn) => turn.run))) {
      const attempts = turns.filter((turn) => turn.run === run).map(({ attempt }) => attempt)
      report(run, { type: 'changed-meanwhile', data: { parts: unproved, turns: attempts } })
    }
  }

  /** What changed during the turn and had no proof when it did may have one now. */
  async function lookBack(mine: Attended, now: Observation): Promise<void> {
    const parts = changedParts(mine.before, now).filter((part) => !mine.proofs.has(part))
    if (parts.length > 0) note([mine], await workspaces.trace({ after: now, parts, turns: [mine.turn] }))
  }

  /** The host that asked it is dead; whoever asks the same again answers for it, and everybody is told now. */
  function orphaned(mine: Attended, now: Observation): void {
    const breach = breachOf(mine, now)
    if (breach === null) return
    report(mine.turn.run, breachNote(breach))
    owed.set(nameOf(breach.turn), breach)
  }

  function keep(): void {
    const turns = [...open.keys()]
    memory.keep(turns.length === 0 || last === null ? null : { observation: last, turns })
  }

  return {
    /** An earlier host died during turns, and this ask may have to answer for one: until `enter` has looked, its workspace stays as it is. */
    owes: (turn: Turn): boolean => left !== null || owed.has(nameOf(turn)),
    /** Breaches of the same ask under an earlier host, which nobody has answered for. */
    enter: (turn: Turn): Promise<Breach | null> =>
      inOrder(async () => {
        // What people do between turns is theirs alone; only what a turn could have done is of interest.
        if (open.size === 0) last = left?.observation ?? null
        const now = await look()
        open.set(turn, attended(turn, now))
        keep()
        const breach = owed.get(nameOf(turn)) ?? null
        owed.delete(nameOf(turn))
        return breach
      }),
    leave: (turn: Turn): Promise<Breach | null> =>
      inOrder(async () => {
        const mine = open.get(turn)
        try {
          const now = await look()
          if (mine === undefined) return null
          await lookBack(mine, now)
          return breachOf(mine, now)
        } finally {
          open.delete(turn)
          keep()
        }
      }),
  }
}

const nameOf = ({ run, ask }: Turn): string => `${run} ${ask}`

const attended = (turn: Turn, before: Observation): Attended => ({ turn, before, proofs: new Map() })

function note(all: readonly Attended[], proofs: readonly Proof[]): void {
  for (const { turn, proofs: mine } of all)
    for (const proof of proofs) if (proof.attempt === turn.attempt) mine.set(proof.part, proof)
}

function breachOf({ turn, before, proofs }: Attended, after: Observation): Breach | null {
  return proofs.size === 0 ? null : { turn, proofs: [...proofs.values()], before, after }
}

function changedParts(before: Observation, after: Observation): readonly string[] {
  const names = new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])
  return [...names].filter((name) => before.parts[name] !== after.parts[name]).sort((a, b) => (a < b ? -1 : 1))
}
