/** What the first line would have to wait for, done before it comes: code is loaded, and git and the sandbox are asked what each of them is asked once. */
import type { Session } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { lacksOf } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import { learnUncommittedIn } from '../project/uncommitted.ts'
import { readyTemplates } from '../prompts/own-templates.ts'
import { readyProject } from '../set-up/preflight.ts'
import { wordsIn } from '../trust/words.ts'
import type { World } from '../world.ts'
import { goThrough } from './drills.ts'

/** Writes nothing into the project; what fails is told to whoever asks for it. `isAgain`: code is loaded, and was gone through. */
export async function warmUp(world: World, project: Project, session: Session, isAgain: boolean): Promise<void> {
  if (isAgain) return await standing(world, project, session)
  const own = kits.flatMap((kit) =>
    kit.commands.flatMap(({ name, does }) => (does.kind === 'converses' ? [{ kit, name, does }] : [])),
  )
  await Promise.allSettled([
    import('../playing/converse.ts'),
    ...own.flatMap(({ kit, name, does }) => [does.load(), does.begin?.(), kit.gates?.(), misspelt(world, name)]),
  ])
  await Promise.allSettled([
    wordsIn(world, project),
    ...new Set(own.map(({ kit }) => kit)).values().map((kit) => readyTemplates(project, kit)),
    standing(world, project, session),
  ])
  await goThrough(world, project)
}

/** A line that is refused as it is read, and heard by nobody: it loads what reads lines. */
async function misspelt(world: World, name: string): Promise<void> {
  const unheard = { write: () => undefined, isTTY: false, columns: 80 }
  await world.plays?.({ ...world, stdout: unheard, stderr: unheard }, [name, '--no-such-flag'], 'sigma')
}

async function standing(world: World, project: Project, session: Session): Promise<void> {
  const repository = await readyProject(world, project, [])
  await lacksOf(repository, repository.head, world.env['PATH'] ?? '')
  await learnUncommittedIn(world, project, repository, session.reader)
}
