/** What a phase of each type is for, and what it asks of whoever takes a seat in it (ROOM-156). */
import type { RoomWords } from './context.ts'

interface PhaseKind {
  /** In a sentence, after "Take part in …". */
  readonly called: string
  /** What it asks for. */
  readonly asks: string
  /** Its end of "No deep research: …". */
  readonly quick: string
  /** The anti-pattern of writing. */
  readonly files: string
}

const talk = {
  quick: 'this is a discussion, not work.',
  files: "- DON'T write code or create files: this is discussion only, and a file that you change is put back.",
}

export const phaseKinds: Readonly<Record<RoomWords['phaseType'], PhaseKind>> = {
  discussion: {
    called: 'this discussion',
    asks: 'It looks for the best way, and for what speaks against each. Say what you would do, and what must not happen. The owner decides at its end.',
    ...talk,
  },
  review: {
    called: 'this review',
    asks: 'It ends with a vote of each role. Look at what is reviewed, say what is wrong with it and where, and run `pm vote approve "why"` or `pm vote reject "why"` before the phase closes. YOU OWE A VOTE: a review without yours is not over.',
    quick: 'look at what is reviewed, and at nothing else.',
    files: talk.files,
  },
  decision: {
    called: 'this decision',
    asks: 'There are ways to choose between, and one will be chosen here. Name the one you want and its price. When the owner has decided against you and you think it a mistake, say so where it is kept: `pm object N "why"`, or `pm escalate N "why"` once.',
    quick: 'the ways are on the table; choose.',
    files: talk.files,
  },
  build: {
    called: 'this phase, in which files are made,',
    asks: 'You may change the files listed below, in a folder of your own. Say in the room what you take on before you begin, and what you changed when you are done.',
    quick: 'build what was agreed, and nothing else.',
    files: "- DON'T change what another in the room has said to be at work on, or files that are not listed below.",
  },
}
