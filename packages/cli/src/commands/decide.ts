import { type Decision, nearest, type Reader, type Session } from '@sigma/engine'
import { answeredTooType, type Json, type JsonObject } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { exitOfResult, withResult } from '../command-line/result.ts'
import { lateDecision, missingCommit, noSuchDecision, unknownOption, whichOption } from '../errors.ts'
import { backgroundHost, outlive } from '../hosting/background.ts'
import { type Amount, amountsOf, notGiven, readAmount } from '../people/amount.ts'
import { refuseWithoutNote } from '../people/note.ts'
import { isKept, type OwnText, ownText } from '../people/own-text.ts'
import { personOf } from '../people/person.ts'
import { fixOperation, mergeOperation } from '../playing/fix.ts'
import { type Played, play } from '../playing/play.ts'
import { eventsIn } from '../playing/playing.ts'
import { openProjectSession } from '../playing/session.ts'
import type { Project } from '../project/place.ts'
import { openTrustedProject } from '../project/project.ts'
import { openDecisions, openOptions } from '../runs/proposals.ts'
import { readerOf } from '../runs/reader.ts'
import { findDecision, rootOf } from '../runs/runs.ts'
import { readyAgents, rolesOf } from '../set-up/agents.ts'
import { talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { optional, silentFlag, toggle, valued, word } from './flags.ts'

const flags = {
  note: valued(word('Why, kept in the journal', 'text')),
  more: {
    ...valued({
      brief: 'With `extend`: give so much more of what it takes, such as a spent budget, which is not filled up then',
      placeholder: 'name=number',
      parse: readAmount,
    }),
    variadic: true,
  },
  textFile: valued(word('With `edit`: the file with your text; without it your editor opens the draft', 'file')),
  part: valued(word('With `edit`: the draft that is meant, by its path or module', 'path')),
  noRun: toggle('Only decide: do not go on with the run'),
  json: silentFlag,
} as const

export const decideCommand = command({
  brief: 'Answer a decision, then go on with its run',
  about:
    'Answers a decision of the inbox, then goes on with its run. The option `fix` takes in what you changed in the workspace that the inbox names, `merged` the merge that you finished there; `edit` puts a text of your own in the place of a draft, from your editor ($VISUAL, $EDITOR) or a file; `extend` fills up the budget that is spent and lets a late turn go on, or gives more of what the inbox says: what --more names.',
  flags,
  takes: [
    word('Id of the decision, or its beginning', 'id', openDecisions),
    optional(word('Name of the option', 'option', openOptions)),
  ],
  plays: ({ world }, flags, id, option) => withResult(world, flags, () => decide(world, flags, id, option)),
})

type Flags = FlagsOf<typeof flags>

async function decide(world: World, flags: Flags, word: string, chosen: string | undefined): Promise<Played> {
  const project = await openTrustedProject(world)
  const decision = decisionToTake(project, word)
  const option = optionOf(decision, chosen)
  refuseWithoutNote(decision, option, flags.note)
  const more = moreOf(decision, option, flags.more ?? [])
  const root = wholeRun(project, decision.run)
  if (!flags.noRun) readyAgents(world, project, rolesOf(project.folder, root))
  const text = option === 'edit' ? await textOf(world, project, decision, flags) : null
  const isLive = isLiveRun(project, root)
  await using session = await openProjectSession(world, project, `sigma decide ${decision.id} ${option}`, {
    // A live run goes on for other people too: no command of one person is its host.
    ...(isLive && !flags.noRun && { elsewhere: backgroundHost(world, project) }),
  })
  const input = await inputOf(session, decisionIn(session.reader, decision.id), option, {
    more,
    note: flags.note,
    text,
  })
  const since = eventsIn(session.reader, root)
  await session.decide(decision.id, option, input, personOf(world))
  talk(world, `${decision.id} is decided: ${option}.`)
  if (flags.noRun) {
    const result = session.reader.result(root)
    return { result, exit: exitOfResult(result) }
  }
  await session.resume(root)
  if (isLive) {
    outlive(world, project, root)
    return { result: session.reader.result(root), exit: 0 }
  }
  const played = await play({ world, place: project, session, run: root, silent: flags.json, since })
  if (text !== null && isKept(session.reader, decision, text))
    talk(world, `Your text was not taken, and is kept: sigma decide ${decision.id} edit --part ${text.path}`)
  return played
}

/** Fails as `ownText` does. */
async function textOf(world: World, project: Project, decision: Decision, flags: Flags): Promise<OwnText> {
  using reader = readerOf(project.folder)
  if (reader === null) throw noSuchDecision(decision.id, null)
  return await ownText(world, project, reader, decision, flags)
}

function wholeRun(project: Project, run: string): string {
  using reader = readerOf(project.folder)
  return reader === null ? run : rootOf(reader, run)
}

/** True: people and agents call the run while it goes on, as they do a board. */
function isLiveRun(project: Project, run: string): boolean {
  using reader = readerOf(project.folder)
  const protocol = reader?.run(run)?.protocol
  return kits.some(({ name, live }) => name === protocol && live !== undefined)
}

function decisionToTake(project: Project, word: string): Decision {
  using reader = readerOf(project.folder)
  if (reader === null) throw noSuchDecision(word, null)
  return decisionIn(reader, word)
}

/** The open decision; when none is open under that id, the failure says who decided it. */
function decisionIn(reader: Reader, word: string): Decision {
  const found = findDecision(reader, word)
  if (found !== null) return found
  const [run = '', ...rest] = word.split('/')
  const decided = reader.events(run).findLast(({ event }) => event.kind === 'decided' && event.id === rest.join('/'))
  const too = reader.notes(run).findLast(({ type, data: { id } }) => type === answeredTooType && id === rest.join('/'))
  if (too !== undefined && too.sequence > (decided?.envelope.sequence ?? 0))
    throw lateDecision(word, String(too.data['by']), String(too.data['option']), too.at)
  if (decided?.event.kind === 'decided')
    throw lateDecision(word, decided.event.by, decided.event.option, decided.envelope.at)
  throw noSuchDecision(word, null)
}

/** Fails with `wrong-command-line` where none is named, `unknown-option` where it is none of this decision. */
function optionOf({ id, consult }: Decision, option: string | undefined): string {
  const names = consult.options.map(({ name }) => name)
  if (option === undefined) throw whichOption(id, names)
  if (!names.includes(option)) throw unknownOption(option, names, id, nearest(option, names))
  return option
}

/** How much of what is given, of what the option takes; null: nothing is named. */
function moreOf(decision: Decision, option: string, amounts: readonly Amount[]): JsonObject | null {
  if (amounts.length === 0) return null
  const given = amountsOf(decision, option)
  const other = amounts.find(([name]) => !given.includes(name))
  if (other !== undefined) throw notGiven(decision.id, option, other[0], given)
  return Object.fromEntries(amounts)
}

interface Given {
  readonly more: JsonObject | null
  readonly note: string | undefined
  readonly text: OwnText | null
}

/** An option that takes a commit gets what the person changed in the unit's workspace. */
async function inputOf(
  session: Session,
  { run, consult }: Decision,
  option: string,
  { more, note, text }: Given,
): Promise<Json> {
  if (text !== null) return { path: text.path, content: text.content }
  const said = { ...(more !== null && { more }), ...(note !== undefined && { note }) }
  if (option !== 'fix' && option !== 'merged') return Object.keys(said).length === 0 ? null : said
  const { unit, workspace } = consult.at
  const taken = await (option === 'merged'
    ? session.perform(mergeOperation, { run })
    : session.perform(fixOperation, { run, unit, workspace }))
  if (taken === null) throw missingCommit()
  return { commit: taken, ...said }
}
