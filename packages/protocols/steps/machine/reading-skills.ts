/** The step that reads skills: the host looks at each that the output names, as it lies there, and puts down what it found. */
import { type Check, type Event, type Finding, type JsonObject, type Judged, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { StepCall } from './calls.ts'
import { completeStep } from './completing.ts'
import type { StepRow } from './definition.ts'
import type { SkillsParameters } from './gate-parameters.ts'
import { invoke } from './invoking.ts'
import { textsIn } from './outputs.ts'
import { skillsId, stepAt, unitOf } from './places.ts'
import { anew, type Session, type Skill, type StepsStep, sessionOf } from './state.ts'
import { unmet } from './unmet.ts'

export function readSkills(
  session: Session,
  step: StepRow,
  call: string,
  output: JsonObject,
  { skills, unusable, agents, roles }: StepCall,
): StepsStep {
  const wanted = [...new Set(textsIn(output[step.skills ?? '']))]
  const found = wanted.flatMap((name) => skills.find((skill) => skill.name === name) ?? [])
  const lacks = wanted.filter((name) => found.every((skill) => skill.name !== name))
  if (lacks.length > 0)
    return unmet(
      session,
      step,
      call,
      lacks.map((name) => notFound(name, unusable.find((each) => each.name === name)?.why)),
    )
  return reading(session, call, output, {
    skills: found,
    parts: skills.filter(({ name }) => !wanted.includes(name)),
    agents,
    roles: roles ?? null,
    own: null,
    sequence: isSequence(step),
  })
}

/** The text of the step itself is what its agents work by, and kept as a skill's is. */
export function readOwn(session: Session, step: StepRow, call: string, { own, agents }: StepCall): StepsStep {
  const { agents: names = [], label } = step
  const file = { name: unitOf(step), text: own ?? label, agents: [...names] }
  return reading(session, call, {}, { ...{ skills: [], parts: [], agents, roles: null, sequence: false }, own: file })
}

function reading(session: Session, call: string, output: JsonObject, parameters: SkillsParameters): StepsStep {
  const check: Check = {
    kind: 'check',
    id: skillsId,
    at: stepAt(session, { part: 'skills' }),
    gate: 'skills',
    commit: session.input.base,
    parameters: objectOf(parameters),
    finds: [{ skills: [sampleSkill(2)] }, { skills: [sampleSkill(1)] }, {}],
  }
  return { state: { ...sessionOf(session), kind: 'reading', call, output }, effects: [check] }
}

const objectOf = (parameters: SkillsParameters): JsonObject => ({ ...parameters })

/** Where the output lists skills, each is one piece of a sequence (EXE-33); where it names one, that one orders its own phases (EXE-32). */
const isSequence = ({ gives, skills }: StepRow): boolean => gives.find(({ name }) => name === skills)?.kind === 'texts'

const notFound = (name: string, why: string | undefined): Finding =>
  why === undefined
    ? {
        rule: 'skill-missing',
        message: `There is no skill "${name}" in the project.`,
        remedy: `Name another (sigma skills), or put it at .claude/skills/${name}/SKILL.md.`,
      }
    : { rule: 'skill-unusable', message: why, remedy: 'Name another, or put it right: sigma skills check' }

/** What the explorer has the gate find. */
const sampleSkill = (phases: number): JsonObject => ({
  name: 'explored',
  hash: 'h',
  blob: 'b',
  kind: 'composite',
  phases: [
    { name: 'Clarify', agents: ['one'] },
    { name: 'Make', agents: ['two'], parts: [{ name: 'two', hash: 'h', blob: 'b' }] },
  ].slice(0, phases),
})

const readText = { name: z.string(), hash: z.string(), blob: z.string() }

const skillSchema: z.ZodType<Skill> = z.object({
  ...readText,
  kind: z.enum(['atomic', 'composite']).optional(),
  phases: z
    .array(
      z.object({
        name: z.string(),
        agents: z.array(z.string()).min(1),
        parts: z.array(z.object(readText)).optional(),
      }),
    )
    .min(1),
  described: z.array(z.object({ ...readText, description: z.string() })).optional(),
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
  const { skills } = found
  if (step.agents !== undefined) {
    const phases = [{ name: step.label, agents: step.agents }]
    return invoke(anew({ ...session, skills: skills.map((skill) => ({ ...skill, phases })) }), call)
  }
  return completeStep(anew({ ...session, skills }), call, { ...output, read: jsonOf(skills.map(putDown)) })
}

/** As outputs have it: where texts are kept is the journal's matter. */
const putDown = ({ name, hash, kind, phases, described = [] }: Skill) => ({
  name,
  hash,
  ...(kind !== undefined && { kind }),
  phases: phases.map(({ name: phase, agents, parts = [] }) => ({
    name: phase,
    agents,
    ...(parts.length > 0 && { skills: parts.map((part) => ({ name: part.name, hash: part.hash })) }),
  })),
  ...(described.length > 0 && { described: described.map((each) => ({ name: each.name, hash: each.hash })) }),
})

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
