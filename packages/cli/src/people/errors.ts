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

export const noDraft = (id: string): SigmaError =>
  new SigmaError('no-draft', `There is no draft that ${id} is about.`, { hint: 'sigma inbox' })

export const whichDraft = (id: string, paths: readonly string[]): SigmaError =>
  new SigmaError('which-draft', `Name one of the drafts that ${id} is about: ${paths.join(', ')}.`, {
    hint: `sigma decide ${id} edit --part ${paths[0] ?? '<path>'}`,
  })

export const noEditor = (id: string): SigmaError =>
  new SigmaError('no-editor', 'There is no terminal to open an editor on.', {
    hint: `sigma decide ${id} edit --text-file <file>`,
  })

export const editorFailed = (exit: number | null, id: string): SigmaError =>
  new SigmaError('editor-failed', `The editor ended with ${exit ?? 'a signal'}, so nothing is decided.`, {
    hint: `EDITOR=<editor> sigma decide ${id} edit, or: sigma decide ${id} edit --text-file <file>`,
  })

export const textUnchanged = (id: string): SigmaError =>
  new SigmaError('text-unchanged', 'The text is the draft as it was, so nothing is decided.', {
    hint: `sigma decide ${id} accept`,
  })

export const textUnreadable = (file: string, why: string): SigmaError =>
  new SigmaError('text-unreadable', `The text ${file} cannot be read: ${why}`, {
    hint: 'sigma decide <id> edit --text-file <file>',
  })
