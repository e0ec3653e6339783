/** The closed list of what a template may hold. Each writes its value; nobody else's words get into a prompt unmarked. */
import type { Json } from '@sigma/protocol'
import { answerText } from './answer.ts'
import { dataBlock, inlineData } from './data.ts'
import type { DeadEnd, Subject } from './subject.ts'

/** What a turn offers beside its Handoff. */
export interface Offered {
  /** The tool `report` of the MCP server `sigma`; else the answer is the last line. */
  readonly report: boolean
  /** Somebody reads it, and answers by a command. */
  readonly person?: boolean | undefined
  /** `SIGMA_GATES` is set: the agent can have its tests tried. */
  readonly rehearses: boolean
  /** The session of an interrupted attempt goes on. */
  readonly resumed: boolean
}

export interface Placeholder {
  readonly name: string
  /** `block`: lines of its own, none where there is nothing to say. */
  readonly kind: 'inline' | 'block'
  readonly says: string
  readonly write: (subject: Subject, offered: Offered) => string
}

export const placeholders: readonly Placeholder[] = [
  inline('role', 'name of the role', ({ role }) => inlineData(role)),
  inline('phase', 'the phase as a word or code', ({ phase }) => inlineData(phase)),
  inline('module', 'the module', ({ module }) => inlineData(module)),
  inline('work', 'the cycle and its title; in Phase 0 the module', workText),
  inline('design', 'path of the design', ({ design }) => inlineData(design)),
  inline('plan', 'path of the plan', ({ plan, design }) => inlineData(plan ?? design)),
  inline('documents', 'paths of all documents', ({ documents }) =>
    documents.length === 0 ? 'the task above' : documents.map(inlineData).join(', '),
  ),
  inline('codes', 'the legal codes', ({ codes }) => codes.map(inlineData).join(', ')),
  inline('exchanges-left', 'test issues that may still be raised', ({ parameters }) =>
    String(Number(parameters['exchangesLeft'] ?? 0)),
  ),
  block('directive', 'the directive of the protocol', ({ directive }) =>
    dataBlock('directive', 'Sigma', directive, 100_000),
  ),
  block('purpose', 'the task in the words of the ask', ({ purpose }) => dataBlock('task', 'Sigma', purpose)),
  block('interface', 'the declarations as the design has them', ({ signature, design }) =>
    signature === '' ? '' : dataBlock('interface', inlineData(design), signature, 30_000),
  ),
  block('writable', 'the files that may be changed, and where new ones may be made', writableText),
  block('issue', 'what is said to be wrong with a test', ({ parameters, from }) =>
    dataBlock(
      'issue',
      parameters['raisedBy'] === 'gate' ? 'Sigma' : from,
      textOf(parameters['issue']) || '(no reason was given)',
    ),
  ),
  block('reply', "QA's reply to a test issue", replyText),
  block('points', 'what a reviewer wants changed', ({ parameters, from }) => {
    const points = textOf(parameters['points'])
    return points === ''
      ? ''
      : section(
          'The reviewer wants this changed',
          dataBlock('points', from, points),
          'Deal with every point, or say in your answer which you leave and why.',
        )
  }),
  block('parameters', 'what else was given', parametersText),
  block('verify', 'how to try the tests', (_subject, { rehearses }) => verifyText(rehearses)),
  block('resumed', 'that an interrupted session goes on', (_subject, { resumed }) => (resumed ? resumedText : '')),
  block('dead-ends', 'why earlier tries were refused', ({ refused }) => deadEndsText(refused)),
  block('answer', 'how to answer, with each legal code', (subject, { report, person }) =>
    answerText(subject.codes, person === true ? 'person' : report ? 'report' : 'line'),
  ),
]

type Write = Placeholder['write']

function inline(name: string, says: string, write: Write): Placeholder {
  return { name, kind: 'inline', says, write }
}

function block(name: string, says: string, write: Write): Placeholder {
  return { name, kind: 'block', says, write }
}

function section(heading: string, ...paragraphs: readonly string[]): string {
  return [`## ${heading}`, ...paragraphs].join('\n\n')
}

function workText({ parameters, module }: Subject): string {
  const [cycle, title] = [textOf(parameters['cycle']), textOf(parameters['title'])]
  if (cycle === '') return `the module ${inlineData(module)}`
  return title === '' ? inlineData(cycle) : `${inlineData(cycle)} (${inlineData(title)})`
}

/** Later globs win, as everywhere in Sigma. */
function writableText({ writable, creatable }: Subject): string {
  if (writable.length === 0) return 'You may write NO file. Read, judge, answer.'
  if (creatable.length === 0)
    return ['You may write these files, relative to your folder, and NO others:', '', ...listOf(writable)].join('\n')
  return [
    'Of the files that exist you may change these, relative to your folder, and NO others:',
    '',
    ...listOf(writable),
    '',
    'You may make new files (and change those that this cycle made) where these say, and NOWHERE else:',
    '',
    ...listOf(creatable),
  ].join('\n')
}

const listOf = (globs: readonly string[]): readonly string[] =>
  globs.map((glob) => (glob.startsWith('!') ? `- but not ${inlineData(glob.slice(1))}` : `- ${inlineData(glob)}`))

function replyText({ parameters }: Subject): string {
  const [adjusted, declined] = [textOf(parameters['adjusted']), textOf(parameters['declined'])]
  if (declined !== '')
    return section(
      'QA lets the test stand',
      dataBlock('reply', 'qa', declined),
      'Implement what the test demands. Raise the same issue again only with a new reason.',
    )
  if (adjusted !== '')
    return section(
      'QA has adjusted the test',
      dataBlock('reply', 'qa', adjusted),
      'Read the test again; it is what must pass now.',
    )
  return ''
}

/** Told in words of their own elsewhere. */
const told = new Set([
  'cycle',
  'title',
  'interfaces',
  'issue',
  'adjusted',
  'declined',
  'points',
  'exchangesLeft',
  'raisedBy',
])

function parametersText({ parameters }: Subject): string {
  const rest = Object.entries(parameters).filter(([key]) => !told.has(key))
  if (rest.length === 0) return ''
  return dataBlock('parameters', 'Sigma', JSON.stringify(Object.fromEntries(rest), null, 2))
}

const verifyText = (rehearses: boolean): string =>
  rehearses
    ? [
        '```sh',
        'sh -c "$SIGMA_GATES"        # runs the tests your changes concern: what fails, and why',
        'sh -c "$SIGMA_GATES --all"  # runs all of them',
        '```',
      ].join('\n')
    : "To verify, run the project's own test command."

const resumedText: string = section(
  'YOUR SESSION GOES ON',
  'You were interrupted. Your folder was PUT BACK to where this turn began: what you had edited is gone. Read files again before you edit them. The task is the one below, from its start.',
)

const deadEndsShown = 12

/** The same reason given twice is told once. */
function deadEndsText(refused: readonly DeadEnd[]): string {
  if (refused.length === 0) return ''
  const seen = new Map<string, { readonly end: DeadEnd; times: number }>()
  for (const end of refused) {
    const key = JSON.stringify([end.rule, end.message])
    const earlier = seen.get(key)
    seen.delete(key)
    seen.set(key, { end, times: (earlier?.times ?? 0) + 1 })
  }
  const ends = [...seen.values()]
  const shown = ends.slice(-deadEndsShown)
  const lines = shown.flatMap(({ end: { rule, message, remedy }, times }, at) => [
    `${at + 1}. ${oneLine(rule)}${times > 1 ? ` (${times} times)` : ''}`,
    ...short(message).map((line) => `   ${line}`),
    ...short(remedy).map((line, first) => (first === 0 ? `   Way out: ${line}` : `   ${line}`)),
  ])
  const left = ends.length - shown.length
  return section(
    'DEAD ENDS: this was tried and refused',
    ...(left > 0 ? [`${left} older reasons are left out.`] : []),
    dataBlock('refused', 'Sigma, oldest first; messages quote tests and files', lines.join('\n'), 20_000),
    'NEVER hand in the same again. Do what each way out says, then check it.',
  )
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100)
const short = (text: string): readonly string[] =>
  (text.length > 700 ? `${text.slice(0, 700)}…` : text).split('\n').slice(0, 12)

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
