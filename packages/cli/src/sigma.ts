import { failureText } from './command-line/failure.ts'
import { type ExitCode, exitOf } from './errors.ts'
import { lazily } from './lazily.ts'
import { ownProgramsIn } from './own-protocols/folder.ts'
import { locate, type Place } from './project/place.ts'
import { statusOfAll } from './runs/status.ts'
import { type Program, talk, type World } from './world.ts'

const commandLine = lazily(() => import('./command-line/command-line.ts'))

/** Plays one command line; never throws for what a user did. */
export async function sigma(world: World, args: readonly string[], program: Program = 'sigma'): Promise<ExitCode> {
  return await orToldOf(world, args, async () => {
    await adoptOwnOf(world, args)
    // What people ask most, and nothing to parse: the library of command lines would take longer than the answer.
    if (program === 'sigma' && args.length === 1 && args[0] === 'status') return statusOfAll(world, { json: false })
    const { playLine } = await commandLine()
    return playLine(world, args, program)
  })
}

/** Nothing where the project brings no protocols of its own. */
async function adoptOwnOf(world: World, [command]: readonly string[]): Promise<void> {
  // A host plays a line for others only where they are those that it began with.
  if (world.lent !== undefined) return
  const place = placeOf(world)
  const programs = place === null ? null : ownProgramsIn(place.root)
  if (place === null || programs === null) return
  const { adoptOwn } = await import('./own-protocols/load.ts')
  await adoptOwn(world, place, programs, command === 'trust')
}

/** Null: what is wrong there is told by the command itself. */
function placeOf(world: World): Place | null {
  try {
    return locate(world)
  } catch {
    return null
  }
}

async function orToldOf(world: World, args: readonly string[], play: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await play()
  } catch (error) {
    talk(world, failureText(error))
    const { printFailure } = await import('./command-line/result.ts')
    printFailure(world, args, error)
    return exitOf(error)
  }
}
