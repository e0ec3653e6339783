/** Calls a run by a kit's command, shows what it replied, and plays what follows. */
import { type Calls, type RunView, SigmaError } from '@sigma/engine'
import { personOf } from '../people/person.ts'
import { openTrustedProject } from '../project/project.ts'
import { chooseRun } from '../runs/chosen-run.ts'
import type { Asked } from '../runs/read.ts'
import { runReaderOf } from '../runs/reader.ts'
import { readyAgents, rolesOf } from '../set-up/agents.ts'
import { print, type World } from '../world.ts'
import { type Played, play } from './play.ts'
import { openProjectSession } from './session.ts'

/** `name`: the command as it is typed after `sigma`. */
export async function call(world: World, calls: Calls, name: string, { word, flags, json }: Asked): Promise<Played> {
  const project = await openTrustedProject(world)
  const { run } = chosen(project.folder, word)
  readyAgents(world, project, rolesOf(project.folder, run))
  await using session = await openProjectSession(world, project, `sigma ${name} ${run}`)
  const since = session.reader.run(run)?.events ?? 0
  await session.resume(run)
  const asked = { verb: calls.verb, arguments: calls.argumentsOf(flags), caller: personOf(world) }
  const result = await session.call(run, { ...asked, key: `${calls.verb}-${crypto.randomUUID()}` })
  if (result.kind === 'refused') {
    const { rule, reason, remedy } = result
    throw new SigmaError(rule, reason, { hint: remedy })
  }
  if (!json && result.data !== null) print(world, JSON.stringify(result.data))
  return await play({ world, place: project, session, run, silent: json, since })
}

function chosen(folder: string, word: string): RunView {
  using reader = runReaderOf(folder)
  return chooseRun(reader, word)
}
