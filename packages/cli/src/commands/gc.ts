import { durationSchema } from '../config/duration.ts'
import { sizeSchema } from '../config/size.ts'
import { collect, foresee } from '../gc/collect.ts'
import { collectedText, isAbove } from '../gc/gc-text.ts'
import { openProject } from '../project/project.ts'
import { print, printJson, talk } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, toggle, valued, wholeNumber, word } from './flags.ts'

export const gcCommand = command({
  brief: 'Take away what nobody needs any more: old runs, their folders',
  about:
    'Takes old runs that are over out of the journal, with their workspaces, refs, objects and blobs, and copies of dependencies that were not used for as long. A run that is open, halted or waiting stays, and so do branches, reports and events.log. Killed at any moment, it may be asked again. Beside a running sigma it takes what that one does not use.',
  flags: {
    older: {
      kind: 'parsed',
      ...word('Take runs that ended longer ago than this', 'duration'),
      parse: duration,
      default: '30d',
    },
    keep: {
      kind: 'parsed',
      ...word('Keep so many of the newest runs of each module', 'n'),
      parse: wholeNumber(0, 10_000),
      default: '1',
    },
    disk: valued({
      ...word(
        'Take more recent runs too, oldest first, until no more disk is used than this; limits.disk where absent',
        'size',
      ),
      parse: size,
    }),
    dryRun: toggle('Only say what would be taken'),
    json: jsonFlag,
  },
  plays: async ({ world }, { older, keep, disk, dryRun, json }) => {
    const project = await openProject(world, 'sigma gc')
    const wishes = { endedBefore: world.now() - older, keep, ceiling: disk ?? project.config.limits.disk }
    const collected = dryRun ? foresee(world, project, wishes) : await collect(world, project, wishes)
    if (json) printJson(world, { ...collected, freed: collected.before - collected.after + collected.elsewhere })
    else print(world, collectedText(collected))
    for (const note of collected.notes) talk(world, `note: ${note}`)
    return isAbove(collected) ? 1 : 0
  },
})

function duration(input: string): number {
  const read = durationSchema.safeParse(input)
  if (read.success) return read.data
  if (/^0(ms|s|m|h|d)?$/.test(input)) return 0
  throw new Error('a duration such as 30d, 12h or 0 is wanted.')
}

function size(input: string): number {
  const read = sizeSchema.safeParse(input)
  if (read.success) return read.data
  throw new Error('a size such as 500MB or 2GB is wanted.')
}
