/** One skill for people: what it is, whom it has work, and what is wrong with it, by file and line. */
import { oneLine, plainLines } from '../../writing/blocks.ts'
import type { FoundSkill } from '../skills/catalog.ts'
import { rolesOf } from '../skills/settings.ts'

/** Of a skill that cannot be used what is wrong with it. */
export function skillText({ file, read: { skill, faults } }: FoundSkill): readonly string[] {
  if (skill === null) return faults.map(({ line, message }) => `  ${placed(file, line, message)}`)
  const { kind, description, license, compatibility, metadata, allowedTools, phases } = skill
  return [
    `  ${kind}`,
    `  ${oneLine(description, 1_024)}`,
    ...(license === null ? [] : [`  license: ${oneLine(license, 200)}`]),
    ...(compatibility === null ? [] : [`  needs: ${oneLine(compatibility, 500)}`]),
    ...[...metadata].map(([key, value]) => `  ${oneLine(key, 80)}: ${oneLine(value, 200)}`),
    ...(allowedTools.length === 0
      ? []
      : [`  tools: ${oneLine(allowedTools.join(' '), 500)} (what agents may use says the configuration alone)`]),
    ...phases.map(({ name, workers }, at) => {
      const who = workers.map((worker) => `${worker.kind === 'skill' ? 'the skill ' : ''}${worker.name}`)
      return `  phase ${at} ${oneLine(name, 80)}: ${who.join(', ')}`
    }),
  ]
}

export interface FaultLine {
  readonly text: string
  readonly weight: 'fault' | 'note'
}

/** What its file says wrongly, and, of one that is used, what of what it names is not there. */
export function faultLines(skill: FoundSkill, all: readonly FoundSkill[], config: object): readonly FaultLine[] {
  const { file, state, read } = skill
  const own = read.faults.map(({ line, message, remedy, weight }) => ({
    text: `${placed(file, line, message)} ${remedy}${weight === 'note' ? ' (note)' : ''}`,
    weight,
  }))
  return state === 'used' ? [...own, ...partFaults(skill, all), ...playerFaults(skill, config)] : own
}

const placed = (file: string, line: number, message: string): string =>
  `${plainLines(file).join(' ')}:${line}: ${plainLines(message).join(' ')}`

function partFaults({ file, read }: FoundSkill, all: readonly FoundSkill[]): readonly FaultLine[] {
  const named = read.skill?.phases.flatMap(({ workers }) => workers).filter(({ kind }) => kind === 'skill') ?? []
  return named.flatMap(({ name, line }) => {
    const part = all.find((each) => each.name === name && each.state === 'used')
    const why =
      part === undefined
        ? `There is no skill ${name} that could be used.`
        : part.read.skill?.kind === 'composite'
          ? `The skill ${name} has phases of its own, and a phase is made of atomic skills and agents.`
          : null
    return why === null ? [] : [{ text: placed(file, line, why), weight: 'fault' as const }]
  })
}

/** Who is played is the configuration's matter, and no fault of the skill's. */
function playerFaults({ file, read }: FoundSkill, config: object): readonly FaultLine[] {
  const roles = rolesOf(config)
  if (Object.hasOwn(roles, '*')) return []
  const workers = read.skill?.phases.flatMap((phase) => phase.workers) ?? []
  return workers
    .filter(({ name }, at) => !Object.hasOwn(roles, name) && workers.findIndex((each) => each.name === name) === at)
    .map(({ name, line }) => ({
      text: `${placed(file, line, `Nobody plays the agent ${name} (sigma agents).`)} (note)`,
      weight: 'note',
    }))
}
