/** The one way in which any step is run (EXE-61, EXE-71): it is started, its output looked at, its work done, and it is completed. */
import type { Finding, JsonObject } from '@sigma/protocol'
import { choice, undecidedVerdict } from './asking.ts'
import type { StepCall } from './calls.ts'
import { completeStep } from './completing.ts'
import type { StepRow } from './definition.ts'
import { invoke } from './invoking.ts'
import { outputFaults, unmatched, withMemory, withTask } from './outputs.ts'
import { readOwn, readSkills } from './reading-skills.ts'
import { reply } from './reply.ts'
import { anew, type Session, type StepsStep, sessionOf } from './state.ts'
import { again, unmet, waiting } from './unmet.ts'

/** Runs the step that is due. */
export function run(session: Session, step: StepRow, call: string, given: StepCall): StepsStep {
  const isFirst = !session.started
  const begun: Session = { ...sessionOf(session), started: true }
  if (step.gives.length === 0) return worked(begun, step, call, given.output ?? {}, given, true)
  if (given.output === null && given.unreadable === undefined && isFirst)
    return waiting(begun, [reply(begun, call, { outcome: 'started', step: step.number, shows: true })])
  const faults = given.output === null ? [lacking(step, given.unreadable)] : outputFaults(step, given.output)
  // Whoever gives none may never have seen the text: its command may have died before it was printed.
  const shows = isFirst || given.output === null
  if (faults.length > 0) return unmet(begun, step, call, faults, shows)
  return worked(begun, step, call, given.output ?? {}, given, isFirst)
}

const lacking = ({ number, name }: StepRow, unreadable: string | undefined): Finding => ({
  rule: unreadable === undefined ? 'output-missing' : 'output-unreadable',
  message: unreadable ?? `Step ${number} (${name}) has no output yet.`,
  remedy: 'Write the output, then run the same command again.',
})

function worked(
  session: Session,
  step: StepRow,
  call: string,
  output: JsonObject,
  given: StepCall,
  shows: boolean,
): StepsStep {
  switch (step.work) {
    case 'none':
      if (step.decision !== undefined) return choice(session, output, call)
      return completeStep(session, call, output, shows)
    case 'task-id': {
      const named = withTask(session, output)
      return completeStep({ ...session, task: named.task }, call, named.output, shows)
    }
    case 'memory':
      return completeStep(session, call, withMemory(session, output), shows)
    case 'read-skills':
      return readSkills(session, step, call, output, given)
    case 'invoke':
      return step.agents === undefined ? invoke(anew(session), call) : readOwn(session, step, call, given)
    case 'verify':
      return verified(session, step, call, output)
  }
}

function verified(session: Session, step: StepRow, call: string, output: JsonObject): StepsStep {
  const reasons = unmatched(session, output)
  if (reasons.length === 0) return completeStep(session, call, output)
  const verdicts = session.left.verdicts - 1
  const after = { ...session, left: { ...session.left, verdicts } }
  return verdicts < 1 ? undecidedVerdict(after, output, reasons, call) : again(after, step, call, reasons)
}
