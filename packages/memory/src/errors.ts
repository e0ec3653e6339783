/** All wording of what the memory refuses. */
import { SigmaError } from '@sigma/engine'

const problem = (code: string, sentence: string, hint: string, cause?: unknown): SigmaError =>
  new SigmaError(code, sentence, { hint, cause })

export const entityUnknown = (name: string): SigmaError =>
  problem('entity-unknown', `Entity with name ${shown(name)} not found.`, 'sigma memory list')

export const pageUnknown = (): SigmaError =>
  problem('page-unknown', 'The cursor is none that this memory gave.', 'Ask again without a cursor.')

export const textTooLong = (what: string, bytes: number, most: number): SigmaError =>
  problem(
    'text-too-long',
    `${what} has ${bytes.toLocaleString('en')} bytes; at most ${most.toLocaleString('en')} are kept.`,
    'Keep it in a file, and remember where the file is.',
  )

export const tooManyAtOnce = (count: number, most: number): SigmaError =>
  problem(
    'too-many-at-once',
    `One call has ${count.toLocaleString('en')} entries; at most ${most.toLocaleString('en')} are taken.`,
    'Ask in several calls.',
  )

export const entityFull = (name: string): SigmaError =>
  problem('entity-full', `Entity ${shown(name)} can take no more observations.`, 'Begin another entity.')

export const memoryNewer = (found: number, known: number): SigmaError =>
  problem(
    'memory-newer',
    `The memory has version ${found}; this sigma knows versions up to ${known}.`,
    'git pull && npm install, in the clone of Sigma',
  )

export const memoryBusy = (cause: unknown): SigmaError =>
  problem(
    'memory-busy',
    'Another process is writing the memory and does not let go of it. Nothing was changed. Is it paused (^Z)?',
    'ps -ef | grep sigma',
    cause,
  )

export const memoryFull = (cause: unknown): SigmaError =>
  problem('memory-full', 'The disk is full, and nothing was remembered.', 'df -h .sigma', cause)

export const memoryBroken = (reason: string, cause?: unknown): SigmaError =>
  problem(
    'memory-broken',
    `The memory cannot be used: ${reason}.`,
    'mv .sigma/memory.db .sigma/memory.db.broken',
    cause,
  )

export const memoryMissing = (): SigmaError =>
  problem('memory-missing', 'Nothing is remembered in this project yet.', 'sigma memory add --help')

function shown(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name
  return JSON.stringify(short)
}

// ── sessions ──

/** The same of a session that is another turn's and of one that nobody has: a refusal tells nothing of others (T31). */
export const otherSession = (asked: string, own: string) =>
  problem(
    'no-such-session',
    `This turn has no session ${shown(asked)}, only ${own}.`,
    `open_nodes {"names": ["${own}"]}`,
  )

export const otherType = (asked: string, session: string, type: string) =>
  problem(
    'other-type',
    `${session} is a ${type}, not a ${shown(asked)}.`,
    `create_entities {"name": "${session}", "entityType": "${type}"}`,
  )

export const sessionTurnOver = () =>
  problem('turn-over', 'The turn that this token is of is over.', 'End your turn: nothing more is taken of it.')

export const tooMuchStored = (what: string) =>
  problem('too-much', `More cannot be stored: ${what}.`, 'Store less, and the rest in a file that you may write.')

export const nothingNamed = (own: string) =>
  problem('no-such-session', `No session is named; that of this turn is ${own}.`, `open_nodes {"names": ["${own}"]}`)
