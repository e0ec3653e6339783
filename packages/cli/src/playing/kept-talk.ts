/** Talk of a command that is kept back until its result is known, so that the result can be printed last. */
import { gathering } from '../live/gathered.ts'
import type { World } from '../world.ts'

export interface KeptTalk {
  /** The world in which the command is played. */
  readonly within: World
  /** Gives what was said there since it was asked last; empty where it is shown as it is said. */
  readonly kept: () => string
}

/** Before a person at a terminal nothing is kept back. */
export function keepingTalk(world: World): KeptTalk {
  const { stderr } = world
  if (stderr.isTTY) return { within: world, kept: () => '' }
  // Already kept by a host that plays the line for another process.
  if (stderr.kept !== undefined) return { within: world, kept: stderr.kept }
  const { terminal, kept } = gathering()
  const within: World = Object.create(Object.prototype, {
    // Not spread: some of it is made only when it is looked at.
    ...Object.getOwnPropertyDescriptors(world),
    stderr: { value: terminal, enumerable: true },
    meanwhile: { value: stderr, enumerable: true },
  })
  return { within, kept }
}
