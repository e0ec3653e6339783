/** The phases of a skill, as its file lists them below `## Phases`: who works in each, in their order. */
import { type Frontmatter, faultAt, type LineFault } from './frontmatter.ts'

/** `skill`: an atomic skill does this part, by the agent of its name. */
export interface Worker {
  readonly kind: 'agent' | 'skill'
  readonly name: string
  /** From 1, in the file. */
  readonly line: number
}

export interface ListedPhase {
  readonly name: string
  readonly workers: readonly Worker[]
}

export interface Phases {
  /** Empty: the file lists none. */
  readonly phases: readonly ListedPhase[]
  readonly faults: readonly LineFault[]
}

/** The name of a skill, and of an agent: it can be no path. */
export const isName = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 64

const [mostPhases, mostWorkers] = [50, 50]

/** Items such as `0. Clarify: asker` and `1. Make: maker, skill polish`. */
export function phasesIn({ body, bodyFrom }: Pick<Frontmatter, 'body' | 'bodyFrom'>): Phases {
  const begins = body.findIndex((line) => /^##\s+Phases\s*$/i.test(line))
  if (begins < 0) return { phases: [], faults: [] }
  const ends = body.findIndex((line, at) => at > begins && /^#{1,2}\s/.test(line))
  const phases: ListedPhase[] = []
  const faults: LineFault[] = []
  for (const [at, line] of body.slice(begins + 1, ends < 0 ? undefined : ends).entries()) {
    const number = bodyFrom + begins + 1 + at
    if (!/^\s*(?:\d+[.)]|[-*])\s/.test(line)) continue
    const [, name = '', listed = ''] = /^\s*(?:\d+[.)]|[-*])\s+(?:Phase\s+\d+\s*)?([^:]+):\s*(.+?)\s*$/.exec(line) ?? []
    const workers = workersIn(listed, number)
    const odd = workers.find((worker) => !isName(worker.name))
    if (workers.length === 0)
      faults.push(
        faultAt(number, {
          rule: 'phase-unread',
          message: 'The item names no phase and who works in it.',
          remedy: 'Write `1. Make: maker, checker`.',
        }),
      )
    else if (odd !== undefined)
      faults.push(
        faultAt(number, {
          rule: 'skill-agent',
          message: `The phase names the ${odd.kind} ${JSON.stringify(odd.name.slice(0, 80))}.`,
          remedy: 'Name agents and skills by small letters, digits and dashes.',
        }),
      )
    else phases.push({ name: name.trim(), workers })
  }
  const none = phases.length + faults.length === 0
  if (none)
    faults.push(
      faultAt(bodyFrom + begins, {
        rule: 'no-phases',
        message: '`## Phases` lists none.',
        remedy: 'Write `1. Make: maker`.',
      }),
    )
  if (phases.length > mostPhases || phases.some(({ workers }) => workers.length > mostWorkers))
    faults.push(
      faultAt(bodyFrom + begins, {
        rule: 'too-many-phases',
        message: `More than ${mostPhases} phases, or ${mostWorkers} of one phase.`,
        remedy: 'Make several skills of it.',
      }),
    )
  return { phases, faults }
}

const workersIn = (listed: string, line: number): readonly Worker[] =>
  listed
    .split(',')
    .map((each) => each.replaceAll('`', '').trim())
    .filter(Boolean)
    .map((each) => {
      const [, skill] = /^skill\s+(\S+)$/.exec(each) ?? []
      return skill === undefined ? { kind: 'agent', name: each, line } : { kind: 'skill', name: skill, line }
    })
