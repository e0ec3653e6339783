/** What those who write and read letters are told. */
import type { SampleTurn, TemplateSource } from '@sigma/engine'
import { handoffOf, type TurnHandoff } from '@sigma/protocol'
import { type LetterInput, type LetterState, letter } from './machine/letter.ts'
import { letterTasks } from './tasks.ts'

const input: LetterInput = { to: 'ada', base: 'example', tries: 1, turnMs: 60_000 }

const texts: Readonly<Record<string, string>> = {
  'letter-write': 'You write a letter. A greeting comes first.\n\n{{wishes}}',
  'letter-read': 'You read a letter, as if it were yours.',
}

const blocks = ['directive', 'writable', 'resumed', 'dead-ends', 'answer']

export const templates: TemplateSource = {
  tasks: letterTasks,
  unit: 'letter',
  text: (name) =>
    ['---\nversion: 1\n---', `# ${texts[name]}`, ...blocks.map((block) => `{{${block}}}`), ''].join('\n\n'),
  placeholders: [
    {
      name: 'wishes',
      kind: 'block',
      says: 'What was wished for meanwhile',
      write: ({ context: { wishes } }) =>
        Array.isArray(wishes) ? wishes.map((wish) => `- Wished for: ${JSON.stringify(wish)}`).join('\n') : '',
    },
  ],
  told: [],
  codes: { PC: { means: 'the letter is written' }, PA: { means: 'you understood it' }, NR: { means: 'you did not' } },
  example: { ...input },
  sample,
}

function sample({ task, input: given, withTalk }: SampleTurn): TurnHandoff | null {
  const begun = letter.start(letter.input.parse(given))
  const state: LetterState = { ...begun.state, wishes: withTalk ? ['something'] : [] }
  const resumed = { kind: 'decided', id: 'what-now', option: 'again', by: 'a person', input: null } as const
  const judged = { kind: 'judged', id: 'greeting', verdict: 'pass', findings: [], data: {}, evidence: '' } as const
  const event = task.role === 'writer' ? resumed : judged
  const { effects } = letter.step(state, { ...event, tick: 0, nonce: '' })
  const ask = effects.find((effect) => effect.kind === 'ask')
  return ask === undefined ? null : handoffOf(ask, 'example', [])
}
