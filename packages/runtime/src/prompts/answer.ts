/** How a turn is answered: never left to a template. */
import { statusCode } from '@sigma/protocol'
import { inlineData } from './data.ts'

/** When a code is right, where its name says too little. */
const uses: Readonly<Record<string, string>> = {
  P0C: 'the interfaces stand, callable, each throwing "not implemented"',
  RC: 'the tests stand as they now are, and fail for the right reason',
  GC: 'all tests pass',
  TA: 'you corrected the test',
  TI: 'a test is wrong; the message names the test and what it should demand instead',
  RTC: 'the tests are as good as you can make them, also when nothing had to change',
  RIC: 'the implementation is as good as you can make it, also when nothing had to change',
  APPROVED: 'nothing has to change',
  NEEDS_CHANGE: 'something has to change; the message lists each point with file and reason',
  ME: 'the memory of your session failed you',
  TO: 'you ran out of time',
  EX: 'something broke that you cannot repair; the message says what',
  BL: 'you cannot go on without a person; the message asks the one question that unblocks you',
}

export function answerText(codes: readonly string[], by: 'report' | 'line' | 'person'): string {
  const list = codes.map((code) => `- ${inlineData(code)}: ${useOf(code)}`)
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

function useOf(code: string): string {
  const own = Object.hasOwn(uses, code) ? uses[code] : undefined
  if (own !== undefined) return own
  const known = statusCode(code)
  return known.kind === 'code' ? known.meaning : 'as the task says'
}
