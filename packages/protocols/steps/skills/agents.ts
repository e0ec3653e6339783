/** The agents that skills name, and what files say of them: which program plays each says the configuration. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedPlayer, Premises } from '@sigma/engine'
import { type ReadAgent, readAgent } from './agent-text.ts'
import { type FoundSkill, skillsIn } from './catalog.ts'
import { isName } from './phases.ts'
import { readText } from './reading.ts'

/** As agents' programs know it: the project's come before the user's. */
const folder = '.claude/agents'

const mostFiles = 1_000

export interface FoundAgent {
  readonly name: string
  /** As people are told of it. */
  readonly file: string
  /** Null: it cannot be read. */
  readonly text: string | null
  readonly read: ReadAgent
}

/** The first of each name. */
export function agentFilesIn({ root, home }: Pick<Premises, 'root' | 'home'>): readonly FoundAgent[] {
  const places = [
    { at: join(root, folder), shown: folder, within: root },
    ...(home === null ? [] : [{ at: join(home, folder), shown: `~/${folder}`, within: null }]),
  ]
  const found = places.flatMap(({ at, shown, within }) =>
    namesIn(at).flatMap((name): readonly FoundAgent[] => {
      const read = readText(join(at, `${name}.md`), within)
      const file = `${shown}/${name}.md`
      if (read.kind === 'none') return []
      if (read.kind === 'text') return [{ name, file, text: read.text, read: readAgent(name, read.text) }]
      const message = `The file ${read.why}.`
      const fault = {
        line: 1,
        rule: 'agent-unusable',
        message,
        remedy: 'Put an ordinary file there.',
        weight: 'fault',
      } as const
      return [{ name, file, text: null, read: { agent: null, faults: [fault] } }]
    }),
  )
  return found.filter(({ name }, at) => found.findIndex((each) => each.name === name) === at)
}

/** Files of names that no agent can have are none. */
function namesIn(at: string): readonly string[] {
  try {
    return readdirSync(at)
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -3))
      .filter(isName)
      .toSorted()
      .slice(0, mostFiles)
  } catch {
    return []
  }
}

/** Names of those who work for a skill, in the order of its phases: an atomic skill is done by the agent of its name. */
export const agentsOf = ({ read: { skill } }: Pick<FoundSkill, 'read'>): readonly string[] => [
  ...new Set(skill?.phases.flatMap(({ workers }) => workers.map(({ name }) => name)) ?? []),
]

/** Those whom files describe and those whom skills have work: the user's own atomic skills may be many, and name nobody here. */
export function namedPlayers(premises: Premises): readonly NamedPlayer[] {
  const skills = skillsIn(premises).filter(
    ({ state, from, read }) => state === 'used' && (from === 'project' || read.skill?.kind === 'composite'),
  )
  const files = agentFilesIn(premises)
  const names = [...new Set([...files.map(({ name }) => name), ...skills.flatMap(agentsOf)])].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
  return names.map((name) => {
    const found = files.find((each) => each.name === name)
    return {
      name,
      description: found?.read.agent?.description ?? null,
      file: found?.file ?? null,
      namedBy: skills.filter((skill) => agentsOf(skill).includes(name)).map((skill) => `the skill ${skill.name}`),
      faults: (found?.read.faults ?? []).map(({ line, message }) => `${found?.file}:${line}: ${message}`),
    }
  })
}
