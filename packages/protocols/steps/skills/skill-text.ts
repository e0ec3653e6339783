/** A skill as its file has it: the public form of Agent Skills, and with a list of phases a composite one. */
import { type Entry, type Frontmatter, faultAt, type LineFault, readFrontmatter } from './frontmatter.ts'
import { isName, type ListedPhase, phasesIn } from './phases.ts'

export interface SkillText {
  readonly name: string
  readonly description: string
  /** `composite`: it lists phases; `atomic`: it is one piece of work, by the agent of its name. */
  readonly kind: 'atomic' | 'composite'
  readonly phases: readonly ListedPhase[]
  readonly license: string | null
  readonly compatibility: string | null
  readonly metadata: ReadonlyMap<string, string>
  readonly allowedTools: readonly string[]
}

export interface ReadSkill {
  /** Null: it cannot be used. */
  readonly skill: SkillText | null
  /** Notes too. */
  readonly faults: readonly LineFault[]
}

const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'] as const
type Key = (typeof known)[number]

const [mostDescription, mostCompatibility] = [1_024, 500]

/** `name`: of the folder, which the file must say as well. */
export function readSkill(name: string, text: string): ReadSkill {
  const front = readFrontmatter(text, known)
  const { phases, faults: phaseFaults } = phasesIn(front)
  const faults = [...front.faults, ...keyFaults(name, front), ...phaseFaults]
  if (faults.some(({ weight }) => weight === 'fault')) return { skill: null, faults: inOrder(faults) }
  const tools = front.entries.get('allowed-tools')?.value
  const metadata = front.entries.get('metadata')?.value
  return {
    skill: {
      name,
      description: textIn(front, 'description') ?? '',
      kind: phases.length > 0 ? 'composite' : 'atomic',
      phases: phases.length > 0 ? phases : [{ name: 'Work', workers: [{ kind: 'agent', name, line: 1 }] }],
      license: textIn(front, 'license'),
      compatibility: textIn(front, 'compatibility'),
      metadata: metadata?.kind === 'map' ? metadata.entries : new Map(),
      allowedTools:
        tools?.kind === 'list' ? tools.items : tools?.kind === 'text' ? tools.text.split(/[\s,]+/).filter(Boolean) : [],
    },
    faults: inOrder(faults),
  }
}

const inOrder = (faults: readonly LineFault[]): readonly LineFault[] => faults.toSorted((a, b) => a.line - b.line)

function textIn({ entries }: Frontmatter, key: Key): string | null {
  const value = entries.get(key)?.value
  return value?.kind === 'text' && value.text !== '' ? value.text : null
}

function keyFaults(name: string, front: Frontmatter): readonly LineFault[] {
  // Without a block nothing more can be said of what it lacks.
  if (front.bodyFrom === 1) return []
  return [...nameFaults(name, front), ...descriptionFaults(front), ...optionalFaults(front)]
}

function nameFaults(name: string, front: Frontmatter): readonly LineFault[] {
  const said = textIn(front, 'name')
  const line = front.entries.get('name')?.line ?? 1
  if (said === null)
    return [
      faultAt(line, {
        rule: 'skill-unnamed',
        message: `The skill ${named(name)} has no name.`,
        remedy: `Write \`name: ${named(name)}\`.`,
      }),
    ]
  if (!isName(said))
    return [
      faultAt(line, {
        rule: 'skill-name',
        message: `The skill ${named(name)} calls itself ${JSON.stringify(said.slice(0, 80))}.`,
        remedy: 'Name it by small letters, digits and single dashes, at most 64.',
      }),
    ]
  return said === name
    ? []
    : [
        faultAt(line, {
          rule: 'skill-name',
          message: `The skill in the folder ${named(name)} calls itself ${said}.`,
          remedy: 'Give folder and skill one name.',
        }),
      ]
}

/** A folder's name as it can be told. */
const named = (name: string): string => (isName(name) ? name : JSON.stringify(name.slice(0, 80)))

function descriptionFaults(front: Frontmatter): readonly LineFault[] {
  const said = textIn(front, 'description')
  const line = front.entries.get('description')?.line ?? 1
  if (said === null)
    return [
      faultAt(line, {
        rule: 'skill-undescribed',
        message: 'The skill has no description.',
        remedy: 'Write `description: …`: what it does, and when to use it.',
      }),
    ]
  return said.length <= mostDescription
    ? []
    : [
        faultAt(line, {
          rule: 'description-too-long',
          message: `The description has ${said.length} characters.`,
          remedy: `Leave at most ${mostDescription}.`,
        }),
      ]
}

function optionalFaults({ entries }: Frontmatter): readonly LineFault[] {
  return [...entries].flatMap(([key, entry]): readonly LineFault[] => {
    if (!known.some((each) => each === key))
      return [
        faultAt(
          entry.line,
          { rule: 'unknown-key', message: `\`${key}\` is no key of the format.`, remedy: 'Put it below `metadata:`.' },
          'note',
        ),
      ]
    return formFault(key, entry)
  })
}

function formFault(key: string, { line, value }: Entry): readonly LineFault[] {
  if (key === 'metadata')
    return value.kind === 'map' || (value.kind === 'text' && value.text === '')
      ? []
      : [
          faultAt(line, {
            rule: 'metadata-form',
            message: '`metadata` is no map of texts.',
            remedy: 'Write `key: value` below it, set in.',
          }),
        ]
  if (key === 'allowed-tools')
    return value.kind === 'map'
      ? [
          faultAt(line, {
            rule: 'allowed-tools-form',
            message: '`allowed-tools` is no list.',
            remedy: 'Write the tools on one line.',
          }),
        ]
      : []
  if (value.kind !== 'text')
    return [faultAt(line, { rule: 'text-form', message: `\`${key}\` is no text.`, remedy: `Write \`${key}: text\`.` })]
  if (key === 'compatibility' && value.text.length > mostCompatibility)
    return [
      faultAt(line, {
        rule: 'compatibility-too-long',
        message: `\`compatibility\` has ${value.text.length} characters.`,
        remedy: `Leave at most ${mostCompatibility}.`,
      }),
    ]
  return []
}
