/** All wording of what the memory refuses. */
import { SigmaError } from '@sigma/engine'

const refused = (code: string, sentence: string, hint: string) => new SigmaError(code, sentence, { hint })

/** Named as it was asked for; cut, so that nobody has a whole book refused to them. */
const shown = (name: string): string => JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name)

/** The same of a session that is another turn's and of one that nobody has: a refusal tells nothing of others (T31). */
export const otherSession = (asked: string, own: string) =>
  refused(
    'no-such-session',
    `This turn has no session ${shown(asked)}, only ${own}.`,
    `open_nodes {"names": ["${own}"]}`,
  )

export const otherType = (asked: string, session: string, type: string) =>
  refused(
    'other-type',
    `${session} is a ${type}, not a ${shown(asked)}.`,
    `create_entities {"name": "${session}", "entityType": "${type}"}`,
  )

export const sessionTurnOver = () =>
  refused('turn-over', 'The turn that this token is of is over.', 'End your turn: nothing more is taken of it.')

export const tooMuchStored = (what: string) =>
  refused('too-much', `More cannot be stored: ${what}.`, 'Store less, and the rest in a file that you may write.')

export const nothingNamed = (own: string) =>
  refused('no-such-session', `No session is named; that of this turn is ${own}.`, `open_nodes {"names": ["${own}"]}`)
