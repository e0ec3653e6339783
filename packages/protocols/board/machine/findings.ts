/** What an owner's next turn is told, each a sentence with the way out. */
import type { Finding } from '@sigma/protocol'
import type { CloseReason, Phase, Task } from './state.ts'

const why: Readonly<Record<CloseReason, string>> = {
  limit: 'its limit is reached',
  ended: 'it was ended',
  voted: 'each role has voted',
  killed: 'the task was killed',
}

export const phaseIsClosed = ({ id, name, count, limit, type }: Phase, reason: CloseReason): Finding => ({
  rule: 'phase-closed',
  message: `The phase ${id} (${name}) is closed: ${why[reason]}, at ${count}/${limit} messages.`,
  remedy: `Read it (\`pm show ${id}\`)${type === 'decision' ? ', record what it came to (`pm decide`),' : ''} and go on.`,
})

export const endIsNear = ({ id, limit, count }: Phase): Finding => ({
  rule: 'near-limit',
  message: `The phase ${id} has ${limit - count} messages left of ${limit}.`,
  remedy: 'Sum up, or give it more: `pm extend-phase N`.',
})

export const childIsDone = ({ id, description, landed }: Task): Finding => ({
  rule: 'child-done',
  message: `The subtask ${id} (${description}) is done: ${landed === null ? 'nothing changed' : `its work is joined to yours before your next turn`}.`,
  remedy: 'Verify it.',
})

export const childIsKilled = ({ id, description }: Task): Finding => ({
  rule: 'child-killed',
  message: `The subtask ${id} (${description}) was killed.`,
  remedy: 'Go on without it, or make another.',
})

export const nudge: Finding = {
  rule: 'owner-idle',
  message: 'You ended your turn with nothing to wait for, and the task is not done.',
  remedy: 'Bring it on, wait for something (`pm wait`), or finish it: `pm done`.',
}

export const quietRoom = ({ id, count, limit }: Phase): Finding => ({
  rule: 'owner-idle',
  message: `The phase ${id} is open at ${count}/${limit} messages, and nobody speaks.`,
  remedy: 'Say something (`pm say`), or close it: `pm end-phase`.',
})

export const fromPerson = (message: string): Finding => ({
  rule: 'person',
  message,
  remedy: 'A person says so.',
})

/** What the owner waited for outside. */
export const fromOutside = (rule: 'answer' | 'time' | 'event', message: string): Finding => ({
  rule,
  message,
  remedy: 'Go on with it.',
})

export const joinFailed = (what: string): Finding => ({
  rule: 'not-joined',
  message: `The work of others could not be joined to yours: ${what}.`,
  remedy: 'Change your own so that it can; it is tried again when you land.',
})
