/** The files that a step's output names: its skills, the atomic ones in their phases, and what describes their agents, as they lie there. */
import type { Premises } from '@sigma/engine'
import { agentFilesIn, agentsOf } from '../skills/agents.ts'
import { type FoundSkill, skillsIn } from '../skills/catalog.ts'
import { rolesOf } from '../skills/settings.ts'

interface NamedFile {
  readonly name: string
  readonly text: string
  /** As people are told of it. */
  readonly file: string
}

export interface NamedFiles {
  readonly skills: readonly NamedFile[]
  /** Those that are there, and whose text cannot be handed on. */
  readonly unusable: readonly { readonly name: string; readonly why: string }[]
  readonly agents: readonly NamedFile[]
}

/** Of each name the one that counts; a broken one as well, so that whoever looks at it says what is wrong. */
export function filesNamed(names: readonly string[], premises: Premises): NamedFiles {
  const catalog = names.length === 0 ? [] : skillsIn(premises)
  const named = [...new Set(names)].flatMap((name) => meant(catalog, name))
  const parts = named
    .flatMap(agentsOf)
    .flatMap((name) => meant(catalog, name))
    .filter((part) => !named.includes(part))
  const all = [...named, ...new Set(parts)]
  const agents = new Set(all.flatMap(agentsOf))
  return {
    skills: all.flatMap(({ name, text, file, state }) =>
      text === null || state === 'unconfirmed' ? [] : [{ name, text, file }],
    ),
    unusable: all.flatMap((skill) => {
      const why = whyNot(skill)
      return why === null ? [] : [{ name: skill.name, why }]
    }),
    agents:
      agents.size === 0
        ? []
        : agentFilesIn(premises).flatMap(({ name, text, file }) =>
            agents.has(name) && text !== null ? [{ name, text, file }] : [],
          ),
  }
}

/** Names that an agent plays. */
export const playedNames = ({ config }: Premises): readonly string[] => Object.keys(rolesOf(config))

const meant = (catalog: readonly FoundSkill[], name: string): readonly FoundSkill[] => {
  const found = catalog.filter((skill) => skill.name === name && skill.state !== 'hidden')
  return (
    found.some(({ state }) => state !== 'unconfirmed') ? found.filter(({ state }) => state !== 'unconfirmed') : found
  ).slice(0, 1)
}

function whyNot({ name, text, file, state, package: of, read }: FoundSkill): string | null {
  if (state === 'unconfirmed')
    return `The skill ${name} of the package ${of} is not used: its text has not been confirmed (sigma trust).`
  return text === null ? `${file} cannot be used. ${read.faults[0]?.message ?? ''}`.trim() : null
}
