/** The session that `--state` names: by its id, or by a state file, which is looked at before anything is done (EXE-29, EXE-43). */
import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { History, RunView, Workplace } from '@sigma/engine'
import { z } from 'zod'
import { type StateRecord, stateRecordSchema } from '../files/record.ts'
import { builtIn, folderOf } from '../machine/built-in.ts'
import { type StepsInput, sessionInputIn } from '../machine/input.ts'
import { isSessionId, runOf } from '../machine/paths.ts'
import { plainFile, withinRoot } from '../own/plain-file.ts'
import { noSuchSession, stateMissing, stateUnreadable, wrongLine } from './errors.ts'

export interface NamedSession {
  readonly view: RunView
  readonly input: StepsInput
  /** Numbers of the steps that are completed, as it was read. */
  readonly path: readonly number[]
}

/** Fails with `wrong-command-line`, `state-missing`, `state-unreadable` and `session-unknown`. */
export function sessionNamed(
  command: string,
  given: unknown,
  {
    place,
    history,
  }: { readonly place: Pick<Workplace, 'cwd' | 'root'>; readonly history: Pick<History, 'run' | 'runs'> },
): NamedSession {
  if (typeof given !== 'string' || given === '')
    throw wrongLine(command, 'the session is needed: --state <state file or session>.')
  const record = isSessionId(given) ? null : readState(fileAt(given, place), given, place.root)
  const session = record?.session_id ?? given
  const found = viewsOf(session, record, history).flatMap((view) => {
    const input = view.protocol === 'steps' ? sessionInputIn(view.input) : undefined
    return input === undefined ? [] : [{ view, input }]
  })
  const named = found.find(({ input }) => record === null || input.definition.route === record.protocol_name)
  if (named === undefined) throw noSuchSession(session)
  const { path } = pathSchema.parse(named.view.state)
  return { ...named, path }
}

const pathSchema = z.object({ path: z.array(z.number()) })

/** A state file says of which protocol it is; an id alone may be of any that a project brought, or once had. */
function viewsOf(
  session: string,
  record: StateRecord | null,
  history: Pick<History, 'run' | 'runs'>,
): readonly RunView[] {
  const folders = record === null ? builtIn.map(({ folder }) => folder) : [folderOf(record.protocol_name)]
  if (!isSessionId(session)) return []
  const found = folders.flatMap((folder) => history.run(runOf({ folder }, session)) ?? [])
  return found.length > 0 || record !== null ? found : history.runs().filter(({ run }) => run.endsWith(`-${session}`))
}

/** Where the command is given, else where the project is: directives name files from there. */
function fileAt(given: string, { cwd, root }: Pick<Workplace, 'cwd' | 'root'>): string {
  const here = resolve(cwd, given)
  return isFile(here) ? here : join(root, given)
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const mostBytes = 4 * 1024 * 1024

function readState(file: string, given: string, root: string): StateRecord {
  const { data, error } = stateRecordSchema.safeParse(jsonIn(textIn(file, given, root), given))
  if (data === undefined) throw stateUnreadable(given, `${z.prettifyError(error).replace(/\s*\n\s*/g, ' ')}.`)
  if (basename(file) !== `${runOf({ folder: folderOf(data.protocol_name) }, data.session_id)}.json`)
    throw stateUnreadable(
      given,
      `it holds the session ${data.session_id} of ${data.protocol_name}, which is not what its name says.`,
    )
  return data
}

/** What a link of the project leads to is not read: what is wrong of it would be told. */
function textIn(file: string, given: string, root: string): string {
  const inside = withinRoot(root, file)
  const read =
    inside === null ? plainFile(dirname(file), basename(file), mostBytes) : plainFile(root, inside, mostBytes)
  switch (read.kind) {
    case 'file':
      return read.bytes.toString('utf8')
    case 'missing':
      throw isPath(given) ? stateMissing(given) : noSuchSession(given)
    case 'link':
      throw stateUnreadable(given, 'it is a link, or lies behind one.')
    case 'long':
      throw stateUnreadable(given, `it is longer than ${mostBytes} bytes.`)
  }
}

const isPath = (given: string): boolean => /[/\\]|\.json$/.test(given)

function jsonIn(text: string, given: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw stateUnreadable(given, `${error instanceof Error ? error.message : String(error)}.`)
  }
}
