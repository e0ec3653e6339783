import type { AskedPerson, Session } from '@sigma/engine'
import { orFailedResult, withResult } from '../command-line/result.ts'
import type { ExitCode } from '../errors.ts'
import { allAsked, turnNamed } from '../people/asked.ts'
import { askedHere, takenText } from '../people/asked-text.ts'
import { answerIllegal } from '../people/errors.ts'
import { type AnswerTaken, answerOperation, readTyped } from '../people/operation.ts'
import { personOf } from '../people/person.ts'
import { type Played, play } from '../playing/play.ts'
import { eventsIn } from '../playing/playing.ts'
import { openProjectSession } from '../playing/session.ts'
import type { Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { openTurns } from '../runs/proposals.ts'
import { readerOf } from '../runs/reader.ts'
import { rootOf } from '../runs/runs.ts'
import { readyAgents, rolesOf } from '../set-up/agents.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { silentFlag, toggle, word } from './flags.ts'

const flags = { noRun: toggle('Only answer: do not go on with the run'), json: silentFlag } as const

export const answerCommand = command({
  brief: 'Take a turn that waits for a person: read what is asked, or answer',
  about:
    'Answers a turn of a role that a person plays, then goes on with its run: sigma answer C1.red RC "three tests". The files are what you changed in the workspace that sigma inbox names. The message may be left out. Without a code it shows what is asked; without a turn it takes the only one that waits.',
  flags,
  takes: word(
    'The turn (where several wait), its code, and what was done (may be left out)',
    'turn code message',
    openTurns,
  ),
  plays: async ({ world }, flags, ...words) => {
    const { project, ...about } = await orFailedResult(world, flags, async () => {
      const project = await openProject(world)
      return { project, ...wantedOf(project, words) }
    })
    const { code } = about
    if (code === null) return await show(world, project, about.turn)
    if (flags.noRun)
      return await orFailedResult(world, flags, () => onlyAnswer(world, project, flags, { ...about, code }))
    return await withResult(world, flags, () => answer(world, project, flags, { ...about, code }))
  },
})

type Flags = FlagsOf<typeof flags>

interface Wanted {
  readonly turn: AskedPerson
  /** Null: what is asked is to be shown. */
  readonly code: string | null
  readonly message: string
}

/** Fails with `nobody-asked`, `not-asked`, `ambiguous-turn`, `answer-illegal`. */
function wantedOf(project: Project, words: readonly string[]): Wanted {
  using reader = readerOf(project.folder)
  const { turn, rest } = turnNamed(reader === null ? [] : allAsked(reader), words, reader?.inbox().length)
  if (rest.length === 0) return { turn, code: null, message: '' }
  const { code, message } = readTyped(rest.join(' '))
  if (!turn.codes.includes(code)) throw answerIllegal(turn.name, code, turn.codes)
  return { turn, code, message }
}

async function show(world: World, project: Project, turn: AskedPerson): Promise<0> {
  const { directiveText } = await import('../people/directive.ts')
  using reader = readerOf(project.folder)
  if (reader !== null) print(world, await directiveText(reader, turn))
  talk(world, `\n${askedHere(world, project, turn)}`)
  return 0
}

interface Answered extends Wanted {
  readonly code: string
}

async function answer(world: World, project: Project, flags: Flags, answered: Answered): Promise<Played> {
  readyAgents(world, project, rolesOf(project.folder, answered.turn.run))
  await using session = await sessionFor(world, project, answered)
  const run = rootOf(session.reader, answered.turn.run)
  const since = eventsIn(session.reader, run)
  await give(world, session, answered)
  return await play({ world, place: project, session, run, silent: flags.json, since })
}

/** What comes after it is played by whoever hosts the run, or when it is resumed. */
async function onlyAnswer(world: World, project: Project, { json }: Flags, answered: Answered): Promise<ExitCode> {
  await using session = await sessionFor(world, project, answered)
  const taken = await give(world, session, answered)
  const { turn, code } = answered
  if (json) printJson(world, { run: turn.run, turn: turn.name, code, ...taken })
  return taken.kind === 'taken' ? 0 : 2
}

const sessionFor = (world: World, project: Project, { turn, code }: Answered): Promise<Session> =>
  openProjectSession(world, project, `sigma answer ${turn.name} ${code}`)

async function give(world: World, session: Session, { turn, code, message }: Answered): Promise<AnswerTaken> {
  const { run, id } = turn
  await session.resume(rootOf(session.reader, run))
  const taken = await session.perform(answerOperation, { run, id, code, message, by: personOf(world) })
  talk(world, takenText(session.reader, turn, code, taken))
  return taken
}
