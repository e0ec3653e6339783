/** What skills say of whom they have work: each file as the public form has it, with the atomic skills and the agents that it names. */
import type { Finding } from '@sigma/protocol'
import type { SkillsParameters } from '../machine/gate-parameters.ts'
import type { Described, Phase, ReadText, Skill } from '../machine/state.ts'
import { readAgent } from '../skills/agent-text.ts'
import type { LineFault } from '../skills/frontmatter.ts'
import type { ListedPhase, Worker } from '../skills/phases.ts'
import { readSkill, type SkillText } from '../skills/skill-text.ts'

type File = SkillsParameters['skills'][number]

/** Hashes a text, and keeps it. */
export type Keep = (name: string, text: string) => ReadText

export interface Looked {
  readonly skills: readonly Skill[]
  readonly findings: readonly Finding[]
}

export function lookAt(given: SkillsParameters, keep: Keep): Looked {
  const looked = given.skills.map((file) => skillIn(file, given, keep))
  const own = given.own === null ? [] : [ownOf(given.own, given, keep)]
  return {
    skills: [...own, ...looked.flatMap(({ skills }) => skills)],
    findings: looked.flatMap(({ findings }) => findings),
  }
}

function ownOf(
  { name, text, agents }: NonNullable<SkillsParameters['own']>,
  given: SkillsParameters,
  keep: Keep,
): Skill {
  const described = given.agents.filter((each) => agents.includes(each.name)).flatMap((each) => describedIn(each, keep))
  return {
    ...keep(name, text),
    kind: 'atomic',
    phases: [{ name: 'Work', agents }],
    ...(described.length > 0 && { described }),
  }
}

function skillIn(file: File, given: SkillsParameters, keep: Keep): Looked {
  const { skill, faults } = readSkill(file.name, file.text)
  if (skill === null) return { skills: [], findings: findingsOf(file, faults) }
  if (given.sequence && skill.kind === 'composite') return { skills: [], findings: [composite(file)] }
  const parts = partsOf(file, skill, given)
  const players = unplayed(file, skill, given)
  if (parts.findings.length + players.length > 0) return { skills: [], findings: [...parts.findings, ...players] }
  const agents = skill.phases.flatMap(({ workers }) => workers.map(({ name }) => name))
  const described = given.agents.filter(({ name }) => agents.includes(name)).flatMap((each) => describedIn(each, keep))
  const made: Skill = {
    ...keep(file.name, file.text),
    kind: skill.kind,
    phases: skill.phases.map((phase) => phaseOf(phase, parts.files, keep)),
    ...(described.length > 0 && { described }),
  }
  return { skills: [made], findings: [] }
}

function phaseOf({ name, workers }: ListedPhase, files: readonly File[], keep: Keep): Phase {
  const parts = workers
    .filter(({ kind }) => kind === 'skill')
    .flatMap((worker) => files.filter((file) => file.name === worker.name))
    .map((file) => keep(file.name, file.text))
  return { name, agents: workers.map((worker) => worker.name), ...(parts.length > 0 && { parts }) }
}

/** A skill in a phase of another is one piece of work: phases within phases there are none. */
function partsOf(
  file: File,
  { phases }: SkillText,
  given: SkillsParameters,
): { readonly files: readonly File[]; readonly findings: readonly Finding[] } {
  const named = phases.flatMap(({ workers }) => workers).filter(({ kind }) => kind === 'skill')
  const looked = named.map((worker) => {
    const found = [...given.parts, ...given.skills].find(({ name }) => name === worker.name)
    if (found === undefined) return { found, findings: [missing(file, worker)] }
    const { skill, faults } = readSkill(found.name, found.text)
    if (skill === null) return { found, findings: findingsOf(found, faults) }
    return { found, findings: skill.kind === 'composite' ? [nested(file, worker)] : [] }
  })
  return {
    files: looked.flatMap(({ found }) => found ?? []),
    findings: looked.flatMap(({ findings }) => findings),
  }
}

function unplayed(file: File, { phases }: SkillText, { roles }: SkillsParameters): readonly Finding[] {
  if (roles === null || roles.includes('*')) return []
  const workers = phases.flatMap(({ workers: all }) => all).filter(({ name }) => !roles.includes(name))
  return workers
    .filter(({ name }, at) => workers.findIndex((each) => each.name === name) === at)
    .map(({ name, line }) =>
      findingAt(file, line, {
        rule: 'agent-unplayed',
        message: `Nobody plays the agent ${name}.`,
        remedy: `Name another skill, or have the person give ${name} an agent in "roles": sigma agents`,
      }),
    )
}

/** A file that describes nobody is told by `sigma agents`, and stands in the way of no work. */
function describedIn({ name, text }: File, keep: Keep): readonly Described[] {
  const { agent } = readAgent(name, text)
  return agent === null ? [] : [{ ...keep(name, text), description: agent.description }]
}

const findingsOf = (file: File, faults: readonly LineFault[]): readonly Finding[] =>
  faults
    .filter(({ weight }) => weight === 'fault')
    .map(({ line, rule, message, remedy }) => findingAt(file, line, { rule, message, remedy }))

function findingAt({ name, file }: File, line: number, { rule, message, remedy }: Finding): Finding {
  return { rule, message: `${file === '' ? `${name}/SKILL.md` : file}:${line}: ${message}`, remedy }
}

const composite = (file: File): Finding =>
  findingAt(file, 1, {
    rule: 'skill-composite',
    message: `The skill ${file.name} has phases of its own, and a sequence is made of atomic skills.`,
    remedy: 'List the skills that it is made of, or take the route skill-orchestration.',
  })

const missing = (file: File, { name, line }: Worker): Finding =>
  findingAt(file, line, {
    rule: 'skill-missing',
    message: `There is no skill ${name} that could be used.`,
    remedy: 'See which there are: sigma skills',
  })

const nested = (file: File, { name, line }: Worker): Finding =>
  findingAt(file, line, {
    rule: 'skill-nested',
    message: `The skill ${name} has phases of its own, and a phase is made of atomic skills and agents.`,
    remedy: `List here what ${name} is made of.`,
  })
