/** Calls a run by a kit's command, shows what it replied, and plays what follows. */
import { type Calls, type RunResult, type RunView, SigmaError } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import type { ExitCode } from '../errors.ts'
import { allAsked } from '../people/asked.ts'
import { personOf } from '../people/person.ts'
import { openTrustedProject } from '../project/project.ts'
import { runOfKit } from '../runs/chosen-run.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { runReaderOf } from '../runs/reader.ts'
import { readyAgents, rolesOf } from '../set-up/agents.ts'
import { print, talk, type World } from '../world.ts'
import { play } from './play.ts'
import { eventsIn } from './playing.ts'
import { openProjectSession } from './session.ts'

interface Called {
  readonly result: RunResult & { readonly reply: Json }
  readonly exit: ExitCode
}

/**
 * The protocol judges the call before the run is taken up: a call that is refused plays nothing. A run that only waits
 * for people goes on waiting, undisturbed, and the call has done all that it was to do.
 */
export async function call(world: World, calls: Calls, asked: AskedOfKit): Promise<Called> {
  const { flags, json, command } = asked
  const project = await openTrustedProject(world)
  const { run } = chosen(project.folder, asked)
  readyAgents(world, project, rolesOf(project.folder, run))
  await using session = await openProjectSession(world, project, `sigma ${command.name} ${run}`)
  const since = eventsIn(session.reader, run)
  const request = { verb: calls.verb, arguments: calls.argumentsOf(flags), caller: personOf(world) }
  const answer = await session.call(run, { ...request, key: `${calls.verb}-${crypto.randomUUID()}` })
  if (answer.kind === 'refused') {
    const { rule, reason, remedy } = answer
    throw new SigmaError(rule, reason, { hint: remedy })
  }
  const { data: reply } = answer
  if (!json && reply !== null) print(world, JSON.stringify(reply))
  const asking = allAsked(session.reader, run).map(({ attempt }) => attempt)
  const isWaiting = ({ status, open }: RunView): boolean =>
    status !== 'ended' && open.every(({ kind, attempt }) => kind === 'consult' || asking.includes(attempt))
  const view = session.reader.run(run)
  if (view !== null && isWaiting(view)) {
    if (!json) talk(world, `${run} took it, and waits for a person as before.\nhint: sigma inbox`)
    return { result: { ...session.reader.result(run), reply }, exit: 0 }
  }
  await session.resume(run)
  const { result, exit } = await play({ world, place: project, session, run, silent: json, since })
  return { result: { ...result, reply }, exit }
}

function chosen(folder: string, { word, kit, command }: AskedOfKit): RunView {
  using reader = runReaderOf(folder)
  return runOfKit(reader, word, kit, command.name)
}
