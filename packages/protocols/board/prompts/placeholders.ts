/** What the templates of a board may hold beside what any template may. */
import type { Placeholder } from '@sigma/engine'
import { block, dataBlock, inline, inlineData, sentenceData } from '@sigma/runtime'
import { builtInRoles } from '../machine/roles.ts'
import { withArticle } from './article.ts'
import { type RoomWords, wordsIn } from './context.ts'
import { phaseKinds } from './phase-kinds.ts'

export const placeholders: readonly Placeholder[] = [
  inline('name', "the agent's name", ({ context }) => nameText(wordsIn(context).name)),
  inline('description', 'the task in its own words', ({ context }) => sentenceData(wordsIn(context).description)),
  inline('a-role', 'the role, with its article', ({ context }) => roleText(wordsIn(context).role)),
  inline('phase-name', 'name of the phase', ({ context }) => quoted(wordsIn(context).phaseName)),
  inline('quick', 'what is to be quick in a phase of this type', ({ context }) => kindOf(context).quick),
  block('phase-kind', 'what a phase of this type is for', ({ context }) => phaseText(wordsIn(context))),
  block('perspective', 'what the role cares about and pushes back on', ({ context }) =>
    perspectiveText(wordsIn(context)),
  ),
  block('phase-rules', "the owner's rules for the phase", ({ context }) => {
    const { rules } = wordsIn(context)
    return rules === '' ? '' : `The owner set these rules for the phase:\n\n${dataBlock('rules', 'owner', rules)}`
  }),
  block('no-files', 'that nothing is written, where that is so', ({ context }) => kindOf(context).files),
  block('first-turn', 'that an owner looks at the repository first', ({ context }) => firstTurnText(wordsIn(context))),
  block('chat', 'what was said in the phase before the turn', ({ context }) => {
    const { chat } = wordsIn(context)
    return chat === ''
      ? ''
      : `What was said so far, as \`pm chat\` prints it:\n\n${dataBlock('chat', 'the room', chat, mostOfChat)}`
  }),
  block('task', 'the task, and all that is known of it so far', ({ context }) => taskText(wordsIn(context))),
]

/** Parameters that these tell. */
export const told: readonly string[] = ['title']

/** Characters; whoever puts the messages into the context has cut them, and said so, before. */
const mostOfChat = 50_000

const ownTexts: ReadonlySet<string> = new Set(
  Object.values(builtInRoles).flatMap(({ cares, pushes }) => [...cares, ...pushes]),
)

const kindOf = (context: Parameters<typeof wordsIn>[0]) => phaseKinds[wordsIn(context).phaseType]

/** Names are Sigma's own: a tree and four characters (ROOM-23). */
const nameText = (name: string): string => (/^[a-z]+_[a-z0-9]{4}$/.test(name) ? name : inlineData(name))

/** A name of a few words stands as it is. */
const isRoleName = (role: string): boolean => /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,38}[\p{L}\p{N}])?$/u.test(role)

const roleName = (role: string): string => (isRoleName(role) ? role : inlineData(role))

const roleText = (role: string): string => (isRoleName(role) ? withArticle(role) : `the ${inlineData(role)}`)

/** In quotation marks, on one line, as JSON text. */
const quoted = (text: string): string => {
  const shown = sentenceData(text)
  return shown === text && !text.includes('"') ? `"${text}"` : inlineData(text)
}

function phaseText({ phaseType, role, limit }: RoomWords): string {
  const { called, asks } = phaseKinds[phaseType]
  const bound = limit > 0 ? ` The phase closes by itself at ${limit} messages, all of them counted.` : ''
  return `Take part in ${called} from a **${roleName(role)} perspective**. ${asks}${bound}`
}

/** A perspective of Sigma's own stands in plain words; one that somebody else defined is quoted. */
function perspectiveText({ cares, pushes, lineage, role }: RoomWords): string {
  const list = (texts: readonly string[]): string =>
    texts.map((each) => `- ${ownTexts.has(each) ? each : inlineData(each)}`).join('\n')
  return [
    ...(cares.length === 0 ? [] : [`You care about:\n\n${list(cares)}`]),
    ...(pushes.length === 0 ? [] : [`You push back on:\n\n${list(pushes)}`]),
    ...(lineage.length === 0
      ? []
      : [
          `What others in your role decided and objected to in this project before:\n\n${dataBlock('lineage', `earlier agents in the role ${roleName(role)}`, lineage.join('\n'))}`,
        ]),
  ].join('\n\n')
}

/** A first turn has nothing behind it yet. */
function firstTurnText({ phases, decisions, told: found, since }: RoomWords): string {
  if ([phases, decisions, found, since].some(({ length }) => length > 0)) return ''
  return `### Your first turn: EXPLORE FIRST

Before you open a phase or make a subtask, look at the repository:

1. Its conventions: README, CONTRIBUTING, AGENTS.md, the configuration of linter and compiler.
2. Its layout: where source, tests and documents lie, and what of it the task concerns.
3. Its tests: how they are run and written, and whether they pass now.
4. What is there already of what the task asks for.

Then put what you found into the rules or the first message of your first phase: the roles have not seen it.`
}

function taskText(words: RoomWords): string {
  const { task, description, parentDescription, context, contextDrafted, phases, decisions, told: found, since } = words
  const by = contextDrafted ? 'Sigma, drafted from what the parent task recorded' : "the parent task's owner"
  const rows = phases.map(
    ({ id, name, type, messages, limit, closed }) =>
      `${id} ${name}: ${type}, ${messages}/${limit} messages, ${closed === null ? 'open' : `closed (${closed})`}`,
  )
  const isOwners = words.role === ''
  return [
    dataBlock(`task ${task}`, 'whoever made it', description),
    ...(parentDescription === '' ? [] : [dataBlock('parent task', 'whoever made it', parentDescription)]),
    ...(context === '' ? [] : [dataBlock('context', by, context, 70_000)]),
    ...(parentDescription !== '' && context === ''
      ? ['This subtask starts cold: it was given no context. The parent task is all that is known beside it.']
      : []),
    ...(rows.length === 0 ? [] : [dataBlock('phases so far', 'Sigma', rows.join('\n'))]),
    ...(decisions.length === 0 ? [] : [dataBlock('decisions so far', 'owner', numbered(decisions))]),
    ...(found.length === 0 ? [] : [dataBlock('what happened since', 'Sigma', found.join('\n'))]),
    ...(since.length === 0
      ? []
      : [
          'All of this is how it stood when you were asked first. If your turn was begun before and broke off, its own calls are among what came since:',
          dataBlock('what came since you were asked', 'Sigma', since.join('\n')),
        ]),
    ...(isOwners && phases.length > 0 ? ['What was said in them: `pm history --tail 20`, `pm show <phase>`.'] : []),
  ].join('\n\n')
}

const numbered = (texts: readonly string[]): string => texts.map((text, at) => `${at + 1}. ${text}`).join('\n')
