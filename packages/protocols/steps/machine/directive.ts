/** The one thing that whoever follows a protocol is told to do next. */
import { type Field, stepOf } from './definition.ts'
import type { StepsInput } from './input.ts'
import { outputFile, stateFile } from './paths.ts'
import { dueIn, roundsOf, type Session } from './state.ts'

/** For programs (EXE-75). */
export interface Directive {
  /** Null: the protocol is to be completed. */
  readonly step: number | null
  readonly name: string
  /** Runs as it stands in the project's folder. */
  readonly command: string
  readonly session_id: string
}

/** The output that the step is to be completed with: where it is written, and what it holds. */
export interface Wanted {
  readonly file: string
  readonly gives: readonly Field[]
}

/** Of the step that is due; after the last one of the protocol's completion (EXE-34). */
export function directiveOf({
  input: { definition, session },
  at,
}: {
  readonly input: Pick<StepsInput, 'definition' | 'session'>
  readonly at: number
}): Directive {
  const due = stepOf(definition, at)
  const file = quoted(stateFile(definition, session))
  return due === null
    ? { step: null, name: 'COMPLETE', command: `sigma complete --state ${file}`, session_id: session }
    : { step: due.number, name: due.name, command: `sigma step ${due.number} --state ${file}`, session_id: session }
}

/** The directive that `sigma dispatch` gives: to the protocol's entry (EXE-15). */
export function entryOf({ definition, session }: Session['input']): Directive {
  const command = `sigma step 0 --state ${quoted(stateFile(definition, session))}`
  return { step: 0, name: 'ENTRY', command, session_id: session }
}

/** Null: the step that is due needs no output from its follower. */
export function wantedBy(session: Session): Wanted | null {
  const { definition, session: id } = session.input
  const due = dueIn(session)
  if (due === null || due.gives.length === 0) return null
  return { file: outputFile(definition, id, due.number, roundsOf(session, due.number) + 1), gives: due.gives }
}

/** The command in language that leaves no choice (EXE-66). `isWorked`: the follower does the step's work and writes its output before. */
export function mandatory({ command }: Directive, isWorked = false): string {
  const [when, ban] = isWorked
    ? ['do what this step asks for, write its output, then execute this command', 'Do NOT do anything else']
    : ['execute this command', 'Do NOT do anything else first']
  return [
    `MANDATORY: ${when} before any other action:`,
    `\`${command}\``,
    `${ban}: answer nothing, ask nothing, skip nothing.`,
  ].join('\n\n')
}

/** A word of a shell's command line, whatever characters it has (EXE-68). */
export const quoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
