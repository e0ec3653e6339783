/**
 * Plays one agent of the gauntlet, in a process of its own: `node agent.mjs <name>`. It reads a Handoff on stdin, plays the
 * turns in which it cheats its own way and all others honestly, and answers on stdout, as any command agent does.
 */
import { cheatingCode } from './cheating-code.mjs'
import { contract } from './contract.mjs'
import { honestWork } from './honest.mjs'
import { ground, oldFile, oldSource, oldTests, play, write } from './kit.mjs'
import { leftBehind } from './left-behind.mjs'
import { oddFiles } from './odd-files.mjs'
import { oldDemands } from './old-demands.mjs'
import { provesNothing } from './proves-nothing.mjs'
import { reachingOut } from './reaching-out.mjs'
import { refactoring } from './refactoring.mjs'
import { settings } from './settings.mjs'
import { together } from './together.mjs'

/** What the ground has before any agent comes: a function that is done, with its tests. Run in the ground. */
const found = {
  Found: () => {
    write(ground.oldSource, oldSource())
    write(ground.oldTest, oldFile(oldTests))
    return 'founded'
  },
}

/** By name, the turns that are not played honestly; what each of them does is told in `cases.ts`. */
const agents = {
  found,
  honest: honestWork,
  ...provesNothing,
  ...oldDemands,
  ...settings,
  ...cheatingCode,
  ...leftBehind,
  ...oddFiles,
  ...contract,
  ...reachingOut,
  ...refactoring,
  ...together,
}

const [name] = process.argv.slice(2)
if (!Object.hasOwn(agents, name))
  throw new Error(`No agent is called ${name}; there are ${Object.keys(agents).join(' ')}.`)
await play(agents[name])
