/** How a turn is answered: never left to a template. */
import type { CodeText } from '@sigma/engine'
import { statusCode } from '@sigma/protocol'
import { inlineData } from './data.ts'

export type CodeTexts = Readonly<Partial<Record<string, CodeText>>>

/** Codes that are legal in every turn. */
const always: CodeTexts = {
  ME: { means: 'the memory of your session failed you' },
  TO: { means: 'you ran out of time' },
  EX: { means: 'something broke that you cannot repair; the message says what' },
  BL: { means: 'you cannot go on without a person; the message asks the one question that unblocks you' },
}

/** `own`: what the protocol says of its codes. */
export function answerText(codes: readonly string[], own: CodeTexts, by: 'report' | 'line' | 'person'): string {
  const list = codes.map((code) => `- ${inlineData(code)}: ${meaningOf(code, { ...always, ...own })}`)
  const line = `\`→[${codes[0] ?? 'CODE'}, one sentence]\``
  const ways = {
    report: [
      'Call the tool `report` of the MCP server `sigma` ONCE, as your last action, with `code` and `message`. If it refuses, it says why: correct the call and repeat it.',
      `If you have no such tool, end your last message with one line of its own, and nothing after it: ${line}`,
    ],
    line: [`End your last message with ONE line of its own, and nothing after it: ${line}`],
    person: ['Answer with a code and a message: `sigma answer` takes them, and shows which turns wait.'],
  }
  return [
    ...ways[by],
    `The code is one of these and no other:\n\n${list.join('\n')}`,
    'The message is plain text: in a sentence or two what you did, and what the next role must know; of a review, each point in a sentence of its own.',
  ].join('\n\n')
}

function meaningOf(code: string, texts: CodeTexts): string {
  const own = Object.hasOwn(texts, code) ? texts[code] : undefined
  if (own !== undefined) return own.means
  const known = statusCode(code)
  return known.kind === 'code' ? known.meaning : 'as the task says'
}
