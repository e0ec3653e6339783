/** A skill as its file has it: the public form of Agent Skills, with its phases as a list of the agents that work in each. */
import type { Finding } from '@sigma/protocol'
import type { Phase } from '../machine/state.ts'

export type ReadSkill =
  | { readonly kind: 'skill'; readonly name: string; readonly phases: readonly Phase[] }
  | { readonly kind: 'faults'; readonly faults: readonly Finding[] }

const nameForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The name that the skill is known by must be the one that its file says. */
export function readSkill(name: string, text: string): ReadSkill {
  const said = nameIn(text)
  if (said === null)
    return faulty(
      'skill-unnamed',
      `The skill ${name} has no name.`,
      'Begin SKILL.md with a block `---`, `name: …`, `---`.',
    )
  if (said !== name || name.length > 64 || !nameForm.test(name))
    return faulty(
      'skill-name',
      `The skill ${name} calls itself ${JSON.stringify(said)}.`,
      'Give folder and skill one name of small letters, digits and dashes.',
    )
  const listed = phasesIn(text)
  const odd = listed.flatMap(({ agents }) => agents).find((agent) => !nameForm.test(agent) || agent.length > 64)
  if (odd !== undefined)
    return faulty(
      'skill-agent',
      `The skill ${name} names the agent ${JSON.stringify(odd)}.`,
      'Name agents by small letters, digits and dashes.',
    )
  // An atomic skill is one piece of work, by the agent of its name.
  return { kind: 'skill', name, phases: listed.length > 0 ? listed : [{ name: 'Work', agents: [name] }] }
}

const faulty = (rule: string, message: string, remedy: string): ReadSkill => ({
  kind: 'faults',
  faults: [{ rule, message, remedy }],
})

function nameIn(text: string): string | null {
  const [, head] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\s*(?:\r?\n|$)/.exec(text) ?? []
  const [, name] = /^name:[ \t]*["']?([^"'\r\n]*?)["']?[ \t]*$/m.exec(head ?? '') ?? []
  return name === undefined || name === '' ? null : name
}

/** Items such as `0. Clarify: asker` and `1. Make: maker, checker` below the heading `## Phases`. */
function phasesIn(text: string): readonly Phase[] {
  const lines = text.split(/\r?\n/)
  const begins = lines.findIndex((line) => /^##\s+Phases\s*$/i.test(line))
  if (begins < 0) return []
  const ends = lines.findIndex((line, at) => at > begins && /^#{1,2}\s/.test(line))
  return lines.slice(begins + 1, ends < 0 ? undefined : ends).flatMap((line) => {
    const [, name = '', agents = ''] = /^\s*(?:\d+[.)]|[-*])\s+(?:Phase\s+\d+\s*)?([^:]+):\s*(.+?)\s*$/.exec(line) ?? []
    const named = agents
      .split(',')
      .map((agent) => agent.replaceAll('`', '').trim())
      .filter(Boolean)
    return named.length === 0 ? [] : [{ name: name.trim(), agents: named }]
  })
}
