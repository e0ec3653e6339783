/** A step that is run and not completed: it stays due, and its directive is printed again with the reason (EXE-27). */
import type { Effect, Finding } from '@sigma/protocol'
import { unfollowed } from './asking.ts'
import type { StepRow } from './definition.ts'
import { reply } from './reply.ts'
import { type Session, type StepsStep, sessionOf } from './state.ts'

/** A bounded number of times (EXE-76). */
export function unmet(
  session: Session,
  step: StepRow,
  call: string,
  reasons: readonly Finding[],
  shows = false,
): StepsStep {
  const reissues = session.left.reissues - 1
  const after = { ...sessionOf(session), left: { ...session.left, reissues } }
  if (reissues < 1) return unfollowed(after, call, reasons)
  return again(after, step, call, reasons, shows)
}

export const again = (
  session: Session,
  { number }: StepRow,
  call: string,
  reasons: readonly Finding[],
  shows = false,
): StepsStep => waiting(session, [reply(session, call, { outcome: 'unmet', step: number, reasons, shows })])

export const waiting = (session: Session, effects: readonly Effect[]): StepsStep => ({
  state: { ...sessionOf(session), kind: 'due' },
  effects,
})
