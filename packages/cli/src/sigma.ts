import { failureText } from './command-line/failure.ts'
import { type ExitCode, exitOf } from './errors.ts'
import { statusOfAll } from './runs/status.ts'
import { type Program, talk, type World } from './world.ts'

/** Plays one command line; never throws for what a user did. */
export async function sigma(world: World, args: readonly string[], program: Program = 'sigma'): Promise<ExitCode> {
  if (program === 'sigma' && args.length === 1 && args[0] === 'status') return await plainStatus(world)
  const { playLine } = await import('./command-line/command-line.ts')
  return await orToldOf(world, () => playLine(world, args, program))
}

/** What people ask most, and nothing to parse: the library of command lines would take longer than the answer. */
const plainStatus = (world: World): Promise<ExitCode> => orToldOf(world, () => statusOfAll(world, { json: false }))

async function orToldOf(world: World, play: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await play()
  } catch (error) {
    talk(world, failureText(error))
    return exitOf(error)
  }
}
