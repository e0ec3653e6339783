/** All wording of failures that a person meets who answers for a turn. */
import { type Reader, SigmaError } from '@sigma/engine'

/** None is put into the person's hands by chance: codes are so short that each resembles one that means something else. */
export const answerIllegal = (id: string, code: string, codes: readonly string[]): SigmaError => {
  const meant = codes.find((each) => each === code.toUpperCase())
  return new SigmaError(
    'answer-illegal',
    `${JSON.stringify(code)} is no code of this turn (${codes.join(', ')})${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
    { hint: meant === undefined ? `sigma answer ${id}` : `sigma answer ${id} ${meant} "what was done"` },
  )
}

/** `decisions`: how many wait, which are no turns. */
export const nobodyAsked = (decisions: number): SigmaError =>
  decisions === 0
    ? new SigmaError('nobody-asked', 'No turn waits for a person.', { hint: 'sigma status' })
    : new SigmaError(
        'nobody-asked',
        `No turn waits for a person, but ${decisions === 1 ? 'a decision waits' : `${decisions} decisions wait`}.`,
        { hint: 'sigma inbox' },
      )

export const noSuchTurn = (word: string, waiting: readonly string[], nearest: string | null): SigmaError =>
  new SigmaError(
    'not-asked',
    `No turn called ${JSON.stringify(word)} waits for a person${nearest === null ? '.' : `; did you mean ${nearest}?`}`,
    { hint: `sigma answer ${nearest ?? waiting[0] ?? ''}`.trim() },
  )

export const severalAsked = (turns: readonly string[], words: string): SigmaError =>
  new SigmaError('ambiguous-turn', `Several turns wait for people: ${turns.join(', ')}.`, {
    hint: `sigma answer ${turns[0]} ${words}`.trim(),
  })

/** The turn was answered or ended before; the answer that was given is told where it is known. */
export function notAsked(reader: Reader, run: string, id: string): SigmaError {
  const closing = reader.events(run).findLast(({ event }) => event.kind === 'answered' && event.id === id)
  const code = closing?.event.kind === 'answered' ? closing.event.code : null
  const told = code === null ? `${run}/${id} waits for nobody.` : `${run}/${id} was answered already: ${code}.`
  return new SigmaError('not-asked', told, { hint: `sigma status ${run}` })
}
