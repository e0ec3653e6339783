/** An agent as its file describes it: the public form of `.claude/agents/<name>.md`. */
import { faultAt, type LineFault, readFrontmatter } from './frontmatter.ts'
import { isName } from './phases.ts'

/** What an agent is for. Which program plays it, with which tools and model, says the configuration alone. */
export interface AgentText {
  readonly name: string
  readonly description: string
  /** Empty: it names none. */
  readonly tools: readonly string[]
  /** Null: it names none. */
  readonly model: string | null
}

export interface ReadAgent {
  /** Null: it cannot be used. */
  readonly agent: AgentText | null
  readonly faults: readonly LineFault[]
}

const mostDescription = 4_096

/** `name`: of the file, without its ending. */
export function readAgent(name: string, text: string): ReadAgent {
  const { entries, faults } = readFrontmatter(text, ['name', 'description', 'tools', 'model'])
  const textOf = (key: string): string | null => {
    const value = entries.get(key)?.value
    return value?.kind === 'text' && value.text !== '' ? value.text : null
  }
  const [said, description] = [textOf('name'), textOf('description')]
  const lineOf = (key: string): number => entries.get(key)?.line ?? 1
  const own: readonly LineFault[] =
    entries.size === 0 && faults.length > 0
      ? []
      : [
          ...(said === name && isName(name)
            ? []
            : [
                faultAt(lineOf('name'), {
                  rule: 'agent-name',
                  message: `The agent calls itself ${JSON.stringify(said?.slice(0, 80) ?? '')}, and its file another name.`,
                  remedy: 'Give file and agent one name of small letters, digits and dashes.',
                }),
              ]),
          ...(description === null || description.length > mostDescription
            ? [
                faultAt(lineOf('description'), {
                  rule: 'agent-undescribed',
                  message: 'The agent has no description, or one that is too long.',
                  remedy: `Write \`description: …\`, at most ${mostDescription} characters.`,
                }),
              ]
            : []),
        ]
  const all = [...faults, ...own]
  if (description === null || all.some(({ weight }) => weight === 'fault')) return { agent: null, faults: all }
  const tools = entries.get('tools')?.value
  return {
    agent: {
      name,
      description,
      tools:
        tools?.kind === 'list' ? tools.items : tools?.kind === 'text' ? tools.text.split(/[\s,]+/).filter(Boolean) : [],
      model: textOf('model'),
    },
    faults: all,
  }
}
