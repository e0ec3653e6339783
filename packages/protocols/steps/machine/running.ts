/** The one way in which any step is run (EXE-61, EXE-71): it is started, its output looked at, its work done, and it is completed. */
import type { Check, Effect, Event, Finding, JsonObject, Judged } from '@sigma/protocol'
import { z } from 'zod'
import { choice, undecidedVerdict, unfollowed } from './asking.ts'
import type { StepCall } from './calls.ts'
import { completeStep } from './completing.ts'
import type { StepRow } from './definition.ts'
import { invoke } from './invoking.ts'
import { outputFaults, textsIn, unmatched, withMemory, withTask } from './outputs.ts'
import { skillsId, stepAt, unitOf } from './places.ts'
import { reply } from './reply.ts'
import { type Session, type Skill, type StepsStep, sessionOf } from './state.ts'

/** Runs the step that is due. */
export function run(session: Session, step: StepRow, call: string, given: StepCall): StepsStep {
  const isFirst = !session.started
  const begun: Session = { ...sessionOf(session), started: true }
  if (step.gives.length === 0) return worked(begun, step, call, given.output ?? {}, given, true)
  if (given.output === null && given.unreadable === undefined && isFirst)
    return waiting(begun, [reply(begun, call, { outcome: 'started', step: step.number, shows: true })])
  const faults = given.output === null ? [lacking(step, given.unreadable)] : outputFaults(step, given.output)
  if (faults.length > 0) return unmet(begun, step, call, faults, isFirst)
  return worked(begun, step, call, given.output ?? {}, given, isFirst)
}

const waiting = (session: Session, effects: readonly Effect[]): StepsStep => ({
  state: { ...sessionOf(session), kind: 'due' },
  effects,
})

const lacking = ({ number, name }: StepRow, unreadable: string | undefined): Finding => ({
  rule: unreadable === undefined ? 'output-missing' : 'output-unreadable',
  message: unreadable ?? `Step ${number} (${name}) has no output yet.`,
  remedy: 'Write the output, then run the same command again.',
})

/** The step is not completed, and the directive is issued again with the reason, a bounded number of times (EXE-27, EXE-76). */
function unmet(session: Session, step: StepRow, call: string, reasons: readonly Finding[], shows = false): StepsStep {
  const reissues = session.left.reissues - 1
  const after = { ...sessionOf(session), left: { ...session.left, reissues } }
  if (reissues < 1) return unfollowed(after, call)
  return again(after, step, call, reasons, shows)
}

const again = (
  session: Session,
  { number }: StepRow,
  call: string,
  reasons: readonly Finding[],
  shows = false,
): StepsStep => waiting(session, [reply(session, call, { outcome: 'unmet', step: number, reasons, shows })])

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
      return read(session, step, call, output, given)
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

/** The host looks at each skill that the output names, as it lies in the project. */
function read(session: Session, step: StepRow, call: string, output: JsonObject, { skills }: StepCall): StepsStep {
  const wanted = [...new Set(textsIn(output[step.skills ?? '']))]
  const lacks = wanted.filter((name) => skills.every((skill) => skill.name !== name))
  if (lacks.length > 0) return unmet(session, step, call, lacks.map(notFound))
  const texts = wanted.map((name) => ({ name, text: skills.find((skill) => skill.name === name)?.text ?? '' }))
  return reading(session, call, output, texts)
}

/** The text of the step itself is what its agents work by, and kept as a skill's is. */
function readOwn(session: Session, step: StepRow, call: string, { skills }: StepCall): StepsStep {
  const name = unitOf(step)
  const text = skills.find((skill) => skill.name === name)?.text ?? step.label
  return reading(session, call, {}, [{ name, text: `---\nname: ${name}\n---\n${text}` }])
}

function reading(session: Session, call: string, output: JsonObject, skills: readonly JsonObject[]): StepsStep {
  const check: Check = {
    kind: 'check',
    id: skillsId,
    at: stepAt(session, { part: 'skills' }),
    gate: 'skills',
    commit: session.input.base,
    parameters: { skills: [...skills] },
    finds: [{ skills: [sampleSkill(2)] }, { skills: [sampleSkill(1)] }, {}],
  }
  return { state: { ...sessionOf(session), kind: 'reading', call, output }, effects: [check] }
}

const notFound = (name: string): Finding => ({
  rule: 'skill-missing',
  message: `There is no skill "${name}" in the project.`,
  remedy: `Name another, or put it at .claude/skills/${name}/SKILL.md.`,
})

/** What the explorer has the gate find. */
const sampleSkill = (phases: number): JsonObject => ({
  name: 'explored',
  hash: 'h',
  blob: 'b',
  phases: [
    { name: 'Clarify', agents: ['one'] },
    { name: 'Make', agents: ['two'] },
  ].slice(0, phases),
})

const skillSchema: z.ZodType<Skill> = z.object({
  name: z.string(),
  hash: z.string(),
  blob: z.string(),
  phases: z.array(z.object({ name: z.string(), agents: z.array(z.string()).min(1) })).min(1),
})
const readSchema = z.object({ skills: z.array(skillSchema).min(1) })

/** Name and hash of each skill are put down with the output (EXE-23). */
export function skillsJudged(
  session: Session,
  step: StepRow,
  call: string,
  output: JsonObject,
  { verdict, findings, data }: Pick<Judged, 'verdict' | 'findings' | 'data'>,
): StepsStep {
  const found = readSchema.safeParse(data).data
  if (verdict !== 'pass' || found === undefined)
    return unmet(session, step, call, findings.length > 0 ? findings : [unreadable])
  if (step.agents !== undefined) {
    const phases = [{ name: step.label, agents: step.agents }]
    return invoke(anew({ ...session, skills: found.skills.map((skill) => ({ ...skill, phases })) }), call)
  }
  const { skills } = found
  const put = skills.map(({ name, hash, phases }) => ({
    name,
    hash,
    phases: phases.map((phase) => ({ ...phase, agents: [...phase.agents] })),
  }))
  return completeStep(anew({ ...session, skills }), call, { ...output, read: put })
}

/** Whoever worked in an earlier round is asked again. */
const anew = (session: Session): Session => ({ ...session, before: session.memories.length })

const unreadable: Finding = {
  rule: 'skill-unreadable',
  message: 'What was found of the skills cannot be read.',
  remedy: 'See what the gate found: sigma why',
}

/** The gate itself broke: the step is still due. */
export const skillsFailed = (
  session: Session,
  step: StepRow,
  call: string,
  { findings }: Extract<Event, { kind: 'failed' }>,
): StepsStep => unmet(session, step, call, findings.length > 0 ? findings : [unreadable])
