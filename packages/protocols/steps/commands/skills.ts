/** `sigma skills`: which skills there are, where each is from, and what is wrong with them. */
import type { Conversation, Conversing, Told } from '@sigma/engine'
import { type Json, jsonOf } from '@sigma/protocol'
import { oneLine, plainLines } from '../../writing/blocks.ts'
import { agentsOf } from '../skills/agents.ts'
import { type FoundSkill, skillsIn } from '../skills/catalog.ts'
import { carryingPackages, packagePlaces } from '../skills/places.ts'
import { packagesOf } from '../skills/settings.ts'
import { noSuchSkill, wrongLine } from './errors.ts'
import { faultLines, skillText } from './skill-told.ts'

const actions = ['list', 'show', 'check'] as const

/** Fails with `wrong-command-line` and `skill-unknown`. */
export function skills({ words, premises }: Conversing): Conversation {
  const [typed = 'list', name] = words
  const action = actions.find((each) => each === typed)
  if (action === undefined) throw wrongLine('skills', `${JSON.stringify(typed)} is none of ${actions.join(', ')}.`)
  const told = toldOf(action, name, premises)
  return { call: null, told: () => told, refused: () => told }
}

function toldOf(action: (typeof actions)[number], name: string | undefined, premises: Conversing['premises']): Told {
  const all = skillsIn(premises)
  switch (action) {
    case 'list':
      if (name !== undefined) throw wrongLine('skills', 'list takes no name: sigma skills show <name>.')
      return listed(all, premises)
    case 'show':
      if (name === undefined) throw wrongLine('skills', 'the skill is needed: sigma skills show <name>.')
      return shown(namedIn(all, name))
    case 'check':
      return checked(name === undefined ? all : namedIn(all, name), premises)
  }
}

function namedIn(all: readonly FoundSkill[], name: string): readonly FoundSkill[] {
  const found = all.filter((skill) => skill.name === name)
  if (found.length === 0) throw noSuchSkill(name)
  return found
}

function listed(all: readonly FoundSkill[], premises: Conversing['premises']): Told {
  const lines = all.map((skill) => {
    const { name, file, state, read } = skill
    const kind = read.skill === null ? '' : `  ${read.skill.kind}`
    const about = read.skill === null ? '' : `\n    ${oneLine(read.skill.description, 160)}`
    return `${plain(name)}${kind}  ${stateText(skill)}  ${plain(file)}${state === 'hidden' ? '' : about}`
  })
  return {
    text: lines.length === 0 ? 'No skill yet.' : lines.join('\n'),
    data: dataOf(all),
    notes: notesOf(all, premises),
    exit: 0,
  }
}

const plain = (text: string): string => plainLines(text).join(' ')

function stateText({ state, instead, package: of }: FoundSkill): string {
  switch (state) {
    case 'used':
      return of === null ? 'used' : `used, of the package ${of}`
    case 'broken':
      return 'broken'
    case 'hidden':
      return `not used, for ${plain(instead ?? '')} comes before`
    case 'unconfirmed':
      return `not used, for the package ${of} is not confirmed`
  }
}

/** What people can do something about. */
function notesOf(all: readonly FoundSkill[], { root, config }: Conversing['premises']): readonly string[] {
  const named = packagesOf(config)
  const broken = all.filter(({ state }) => state === 'broken').length
  const unconfirmed = all.some(({ state }) => state === 'unconfirmed')
  const silent = named.filter((name) => packagePlaces(root, name).length === 0)
  const carrying = carryingPackages(root).filter((name) => !named.includes(name))
  return [
    ...(broken === 0
      ? []
      : [`${broken} ${broken === 1 ? 'skill' : 'skills'} cannot be used.\nhint: sigma skills check`]),
    ...(unconfirmed ? ['Skills of packages are used once you have confirmed their texts.\nhint: sigma trust'] : []),
    ...silent.map(
      (name) => `warning: "steps.packages" names ${plain(name)}, which is not installed or carries no skill.`,
    ),
    ...(carrying.length === 0
      ? []
      : [
          `Installed packages carry skills that do not count here: ${carrying.map(plain).join(', ')}. Name those that shall in "steps.packages".`,
        ]),
  ]
}

const shown = (found: readonly FoundSkill[]): Told => ({
  text: found
    .map((skill) => [`${plain(skill.name)}  ${stateText(skill)}  ${plain(skill.file)}`, ...skillText(skill)].join('\n'))
    .join('\n\n'),
  data: dataOf(found),
  notes: [],
  exit: 0,
})

/** Exit code 2 where a skill is broken, or one that is used names a skill that there is not. */
function checked(found: readonly FoundSkill[], premises: Conversing['premises']): Told {
  const all = skillsIn(premises)
  const faulty = found.map((skill) => ({ skill, lines: faultLines(skill, all, premises.config) }))
  const told = faulty.flatMap(({ lines }) => lines)
  const isUnmet = told.some(({ weight }) => weight === 'fault')
  const count = `${found.length} ${found.length === 1 ? 'skill' : 'skills'}`
  return {
    text: told.length === 0 ? `${count}, nothing wrong.` : told.map(({ text }) => text).join('\n'),
    data: jsonOf(faulty.map(({ skill, lines }) => ({ ...entryOf(skill), faults: lines.map((line) => ({ ...line })) }))),
    notes: isUnmet ? [`${count}, of which not all can be used.`] : [],
    exit: isUnmet ? 2 : 0,
  }
}

const dataOf = (found: readonly FoundSkill[]): Json => jsonOf(found.map(entryOf))

function entryOf(skill: FoundSkill) {
  const { name, from, package: of, file, state, instead, read } = skill
  return {
    ...{ name, from, package: of, file, state, instead },
    ...{ kind: read.skill?.kind ?? null, description: read.skill?.description ?? null },
    ...{ license: read.skill?.license ?? null, compatibility: read.skill?.compatibility ?? null },
    metadata: Object.fromEntries(read.skill?.metadata ?? []),
    allowedTools: read.skill?.allowedTools ?? [],
    phases: (read.skill?.phases ?? []).map((phase) => ({
      name: phase.name,
      workers: phase.workers.map(({ kind, name: worker }) => ({ kind, name: worker })),
    })),
    agents: agentsOf(skill),
    faults: read.faults.map((fault) => ({ ...fault })),
  }
}
