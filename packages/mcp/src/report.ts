import { isDeepStrictEqual } from 'node:util'
import type { Reported } from '@sigma/engine'
import { answerOfReport } from '@sigma/protocol'
import type { Tool, ToolAnswer } from './tool.ts'

/** The tool by which a turn gives its answer. The first that is legal counts; there is no second one. */
export interface Report {
  readonly tool: Tool
  /** Null: nothing that was legal. */
  readonly taken: () => Reported | null
}

/** `codes`: every one that is legal in the turn. */
export function reportOf(codes: readonly string[]): Report {
  let taken: Reported | null = null

  function call(given: unknown): ToolAnswer {
    const answer = answerOfReport(given, codes)
    if (answer.kind === 'invalid') return error(answer.findings.map(({ message, remedy }) => `${message} ${remedy}`))
    const { kind: _kind, ...reported } = answer
    if (taken !== null && !isDeepStrictEqual(taken, reported))
      return error([`This turn has answered ${taken.code} already, and an answer cannot be changed.`, endNow])
    taken = reported
    return { text: `${reported.code} is taken as your answer. ${endNow}`, isError: false }
  }

  return {
    tool: { ...said, call },
    taken: () => taken,
  }
}

const endNow = 'End your turn now: change nothing more, and call no more tools.'

const error = (sentences: readonly string[]): ToolAnswer => ({ text: sentences.join(' '), isError: true })

/**
 * The same in every turn, whatever is legal in it: tools stand first in what a model is sent, and a cache keeps nothing
 * behind the first difference. Which codes are legal, the prompt says, and a refusal.
 */
const said: Pick<Tool, 'name' | 'description' | 'inputSchema'> = {
  name: 'report',
  description:
    'Gives the answer of your turn. Call it once, when the work is done and checked, then end your turn. The turn names the codes that it takes.',
  inputSchema: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'The status code of your answer, one of those that the turn names.' },
      message: { type: 'string', description: 'One sentence on what was done, or what is in the way.' },
      data: { type: 'object', description: 'Details, where there are any.' },
    },
    required: ['code', 'message'],
    additionalProperties: false,
  },
}
