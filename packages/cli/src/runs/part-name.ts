import type { RunView } from '@sigma/engine'

type Part = Pick<RunView, 'run' | 'subject'>

/** What a run is called beside others that the same run began: what it is about. Empty: the whole itself, or what that is about. */
export const partName = (whole: Part, part: Part): string =>
  part.run === whole.run || part.subject === whole.subject ? '' : (part.subject ?? '')

/** A text about a part, with its name before it. */
export const ofPart = (name: string, text: string): string => (name === '' ? text : `${name} ${text}`)
