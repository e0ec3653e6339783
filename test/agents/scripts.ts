/** What the model says in the contract: lanes by the words of the turn, in the tools of the player. */
import type { Lane, Reply, Script } from '@sigma/model'
import type { Player } from './players.ts'

/** In the purpose of a turn. */
export const words = {
  work: 'WORK-THROUGH-IT',
  cancelled: 'UNTIL-CANCELLED',
  killed: 'UNTIL-KILLED',
  orphaned: 'UNTIL-SIGMA-IS-KILLED',
  resumed: 'GO-ON-WITH-IT',
  brief: 'BRIEFLY',
  limited: 'AGAINST-A-LIMIT',
} as const

/** Of each reply that has none of its own. */
export const tokens = { input: 100, output: 10 } as const

/** In every reply of a turn that is interrupted, so that it is known again. */
export const remembered = 'The number to remember is 4711.'

/** Sigma's words after a prompt that ended on a refusal. */
const afterRefusal = 'Nothing of that was done.'

/** Nobody's, and counted by the sandbox like all that is not opened. */
export const elsewhere = 'elsewhere.invalid:80'

/** What a shell tries, one after the other; the last is what it may do. */
const roundabout = (canary: string): string =>
  [
    'echo cheat > test/shell.test.js',
    `node -e "require('fs').writeFileSync('test/node.test.js', 'cheat')"`,
    'ln -s ../test src/link && echo cheat > src/link/link.test.js',
    'rm -f src/link',
    'echo cheat >> package.json',
    `node -e "require('http').get('${canary}').on('error', () => {})"`,
    `curl --silent --max-time 5 '${canary}'`,
    `curl --silent --max-time 5 'http://${elsewhere}'`,
    'echo honest > src/shell.js',
  ].join('\n')

export function contractScript({ write, shell, report }: Player, canary: string): Script {
  const rest: readonly Reply[] = [
    { calls: [shell(roundabout(canary))] },
    { calls: [report({ code: 'NOPE', message: 'no such code' })] },
    { calls: [report({ code: 'GC', message: 'all of it' })] },
    { text: 'That was all.' },
  ]
  const holding = (word: string, then: Reply): Lane => ({
    name: word,
    when: [word],
    replies: [{ text: remembered, calls: [shell('echo begun >> src/begun.js')] }, then],
  })
  const hang: Reply = { text: 'It takes its time. '.repeat(20), faults: [{ kind: 'hang', times: null }] }
  const lanes: readonly Lane[] = [
    { name: 'after a refusal', when: [afterRefusal], replies: rest },
    {
      name: words.work,
      when: [words.work],
      replies: [
        {
          thought: 'What is wanted?',
          text: 'I write the source.',
          calls: [write('src/tool.js', 'honest\n')],
          faults: [{ kind: 'status', status: 529 }],
        },
        {
          text: 'I write a test. '.repeat(10),
          calls: [write('test/tool.test.js', 'cheat\n')],
          faults: [{ kind: 'cut' }],
        },
        ...rest,
      ],
    },
    holding(words.cancelled, hang),
    holding(words.killed, hang),
    holding(words.orphaned, hang),
    { name: words.resumed, when: [words.resumed], replies: [{ text: 'I remember.\n\n→[GC, gone on with]' }] },
    {
      name: words.brief,
      when: [words.brief],
      replies: [{ calls: [write('src/tool.js', 'honest\n')] }, { text: 'Done.\n\n→[GC, in brief]' }],
    },
    {
      name: words.limited,
      when: [words.limited],
      replies: [{ faults: [{ kind: 'status', status: 429, retryAfterSeconds: 1, times: null }] }],
    },
  ]
  return {
    lanes: lanes.map((lane) => ({ ...lane, replies: lane.replies.map((reply) => ({ usage: tokens, ...reply })) })),
  }
}
