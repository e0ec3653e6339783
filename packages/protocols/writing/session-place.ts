/** Which dialogue a turn belongs to, and how what is said in it is marked (DPTR-37, DPTR-38, DPTR-43). */
import type { SessionOfTurn } from '@sigma/engine'
import { phaseOfWord, type Stage } from '@sigma/protocol'
import { wireName } from './dialogue.ts'

/** Dialogues about designs and plans go by rounds. */
export const byRound =
  (stage: Stage): SessionOfTurn =>
  ({ at: { session, round = 0 }, role }) =>
    session === undefined
      ? null
      : { session, type: 'plan_loop', mark: { kind: 'round', round }, agent: wireName(role, stage) }

/** Dialogues of TDD cycles go by phases. */
export const byPhase: SessionOfTurn = ({ at: { session }, phase: word, role }) => {
  if (session === undefined) return null
  const phase = phaseOfWord(word)
  const wire = phase.kind === 'phase' ? phase.wire : null
  return { session, type: 'tdd_loop', mark: { kind: 'phase', phase: wire ?? word }, agent: wireName(role, 3) }
}
