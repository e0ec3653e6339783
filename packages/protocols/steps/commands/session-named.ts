/** The session that `--state` names: by its id, or by a state file, which is looked at before anything is done (EXE-29, EXE-43). */
import { readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { History, RunView, Workplace } from '@sigma/engine'
import { z } from 'zod'
import { type StateRecord, stateRecordSchema } from '../files/record.ts'
import { builtIn } from '../machine/built-in.ts'
import { type StepsInput, stepsInputSchema } from '../machine/input.ts'
import { isSessionId, runOf } from '../machine/paths.ts'
import { noSuchSession, stateMissing, stateUnreadable, wrongLine } from './errors.ts'

export interface NamedSession {
  readonly view: RunView
  readonly input: StepsInput
  /** Steps that are completed, as it was read. */
  readonly done: number
}

/** Fails with `wrong-command-line`, `state-missing`, `state-unreadable` and `session-unknown`. */
export function sessionNamed(
  command: string,
  given: unknown,
  { place, history }: { readonly place: Pick<Workplace, 'cwd' | 'root'>; readonly history: Pick<History, 'run'> },
): NamedSession {
  if (typeof given !== 'string' || given === '')
    throw wrongLine(command, 'the session is needed: --state <state file or session>.')
  const record = isSessionId(given) ? null : readState(fileAt(given, place), given)
  const session = record?.session_id ?? given
  const views = builtIn.flatMap((definition) => history.run(runOf(definition, session)) ?? [])
  const found = views.flatMap((view) => {
    const { data: input } = stepsInputSchema.safeParse(view.input)
    return view.protocol === 'steps' && input !== undefined ? [{ view, input }] : []
  })
  const named = found.find(({ input }) => record === null || input.definition.route === record.protocol_name)
  if (named === undefined) throw noSuchSession(session)
  const { done } = doneSchema.parse(named.view.state)
  return { ...named, done }
}

const doneSchema = z.object({ done: z.number() })

/** Where the command is given, else where the project is: directives name files from there. */
function fileAt(given: string, { cwd, root }: Pick<Workplace, 'cwd' | 'root'>): string {
  const here = resolve(cwd, given)
  return isFile(here) ? here : join(root, given)
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const mostBytes = 4 * 1024 * 1024

function readState(file: string, given: string): StateRecord {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw stateMissing(given)
  if (found.size > mostBytes) throw stateUnreadable(given, `it is longer than ${mostBytes} bytes.`)
  const { data, error } = stateRecordSchema.safeParse(jsonIn(file, given))
  if (data === undefined) throw stateUnreadable(given, `${z.prettifyError(error).replace(/\s*\n\s*/g, ' ')}.`)
  const known = builtIn.find(({ route }) => route === data.protocol_name)
  if (known === undefined || basename(file) !== `${runOf(known, data.session_id)}.json`)
    throw stateUnreadable(
      given,
      `it holds the session ${data.session_id} of ${data.protocol_name}, which is not what its name says.`,
    )
  return data
}

function jsonIn(file: string, given: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw stateUnreadable(given, `${error instanceof Error ? error.message : String(error)}.`)
  }
}
