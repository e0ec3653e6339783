import { type Decision, type RunResult, type RunView, type Session, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { exitOfResult, withResult } from '../command-line/result.ts'
import { personOf } from '../people/person.ts'
import { acceptedDocuments } from '../playing/accepted.ts'
import { type Played, play } from '../playing/play.ts'
import { eventsIn } from '../playing/playing.ts'
import { openProjectSession } from '../playing/session.ts'
import { legibleLine } from '../printable.ts'
import type { Project } from '../project/place.ts'
import { openTrustedProject } from '../project/project.ts'
import { noteOfTemplates } from '../prompts/run-templates.ts'
import { hostText } from '../render/notices.ts'
import { chooseRun } from '../runs/chosen-run.ts'
import { unfinishedRuns } from '../runs/proposals.ts'
import { runReaderOf } from '../runs/reader.ts'
import { isOpen, isUnfinished } from '../runs/runs.ts'
import { readyAgents, rolesOf } from '../set-up/agents.ts'
import { talk, type World } from '../world.ts'
import { command } from './command.ts'
import { silentFlag, someRun } from './flags.ts'

export const resumeCommand = command({
  brief: 'Go on with a run that was stopped, killed or halted',
  about:
    'Goes on with a run that was stopped, killed or halted; of a halted one the failed turn is asked again, with the same session; a halted session of a step protocol goes on by sigma decide alone. Decisions that wait for a person are shown, not answered. A run that has ended is reported again.',
  flags: { json: silentFlag },
  takes: [someRun('Run or module; without it the only unfinished one, else the latest', 'run', unfinishedRuns)],
  plays: ({ world }, flags, run) => withResult(world, flags, () => resume(world, flags.json, run)),
})

async function resume(world: World, silent: boolean, word: string | undefined): Promise<Played> {
  const project = await openTrustedProject(world)
  const { run, ended } = chosen(project, word)
  if (ended !== null) {
    talk(world, `${run} has ended; nothing is left to do.`)
    return { result: ended, exit: exitOfResult(ended) }
  }
  readyAgents(world, project, rolesOf(project.folder, run))
  await using session = await openProjectSession(world, project, `sigma resume ${run}`)
  const since = eventsIn(session.reader, run)
  await session.resume(run)
  const halts = session.reader.inbox(run).filter(canResume)
  if (isFollowed(session.reader.run(run))) {
    const [halt] = halts
    if (halt !== undefined) {
      const result = session.reader.result(run)
      talk(world, haltText(run, halt))
      return { result, exit: exitOfResult(result) }
    }
  } else await answerHalts(session, halts, personOf(world))
  noteOfTemplates(world, project, session.reader, run)
  talk(world, session.isHost ? `${run} goes on.` : `${run} goes on in ${hostText(session.host)}.`)
  return await play({ world, place: project, session, run, silent, since })
}

/** The run, and its Result where it is over. Fails with `plan-changed` and `design-changed` where it may not go on. */
function chosen(project: Project, word: string | undefined): { run: string; ended: RunResult | null } {
  using reader = runReaderOf(project.folder)
  const view = chooseRun(reader, word, 'resume')
  if (!isUnfinished(view)) return { run: view.run, ended: reader.result(view.run) }
  if (isOpen(view)) acceptedDocuments(project, reader, view)
  return { run: view.run, ended: null }
}

/** Somebody runs its steps by single commands, and may type this one just as well: what halted them is lifted by a decision alone. */
const isFollowed = (view: RunView | null): boolean =>
  kits.some(({ name, commands }) => name === view?.protocol && commands.some(({ does }) => does.kind === 'converses'))

function haltText(run: string, { id, consult }: Decision): string {
  const why = consult.reasons.map(({ message }) => legibleLine(message, mostWhy)).join(' ')
  return `${run} is halted, and goes on once you have decided so: ${why}\nhint: sigma decide ${id} resume`
}

const mostWhy = 500

/** Resuming is the answer to a halt, and only to a halt: other questions are a person's to decide (DPTR-111). */
async function answerHalts(session: Session, halts: readonly Decision[], person: string): Promise<void> {
  for (const decision of halts) {
    try {
      await session.decide(decision.id, 'resume', null, person)
    } catch (error) {
      // Somebody else resumed it in this moment: that is what was wanted.
      if (!(error instanceof SigmaError) || error.code !== 'already-decided') throw error
    }
  }
}

const canResume = ({ consult }: Decision): boolean =>
  consult.status === 'halted' && consult.options.some(({ name }) => name === 'resume')
