import type { TurnResult } from '@sigma/engine'
import { type AgentTurn, failure, unavailable } from './turn.ts'

/**
 * One turn of a person: they are shown what is asked wherever they look, work in the workspace with what they like, and
 * answer. Nothing is started, and nothing is used.
 */
export async function playPerson({ request, signal, world }: AgentTurn): Promise<TurnResult> {
  const { people } = world
  if (people === undefined) {
    const message = `Nobody can be asked here, and ${request.role} is a person.`
    return unavailable([{ rule: 'nobody-here', message, remedy: 'sigma resume' }])
  }
  request.onBegun({ session: null, pid: null })
  const given = await people.answer(request, signal)
  if (given === null) {
    const interrupted = failure('interrupted', 'agent-interrupted', 'Nobody had answered yet.', 'sigma resume')
    return { kind: 'failed', ...interrupted, evidence: null, usage: nothing }
  }
  const { by, ...answer } = given
  const output = world.blobs.put(`(answered by ${by})\n→[${answer.code}, ${answer.message}]\n`)
  return { kind: 'answered', ...answer, usage: nothing, output }
}

const nothing = { inputTokens: 0, outputTokens: 0, costUsd: 0 } as const
