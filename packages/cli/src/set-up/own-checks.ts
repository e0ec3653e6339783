/** The project's own checks and its formatter, as `sigma doctor` finds them. */
import { checksBefore } from '@sigma/measuring'
import { commandWords } from '@sigma/protocol'
import { waitingLine } from '../commands/waiting-line.ts'
import type { Project } from '../project/place.ts'
import { testedProject } from '../project/tested-project.ts'
import { formatDuration } from '../render/duration-text.ts'
import type { World } from '../world.ts'
import { atHead } from './at-head.ts'
import { readCheckedPackage } from './checks/checked-package.ts'
import type { Finding } from './recorded.ts'
import { type AtCommit, notRunYet, seenAtHead } from './seen-at-head.ts'

const what = 'check'

/** Each check is tried once at HEAD, as a gate would run it. One that fails there is no fault of the set-up. */
export async function checkFindings(world: World, project: Project, at: AtCommit): Promise<readonly Finding[]> {
  if (project.config.checks.length === 0) return []
  return await seenAtHead(world, project, at, {
    what,
    untried: notRunYet,
    look: async () => {
      const findings = await checksNow(world, project)
      return world.signal.aborted ? null : { findings, isWhole: true }
    },
  })
}

async function checksNow(world: World, project: Project): Promise<readonly Finding[]> {
  using line = waitingLine(world, 'Trying the checks of the project once')
  line.say(project.config.checks.join(', '))
  const seen = await atHead(world, project, ({ tools, commit }) =>
    checksBefore(tools, testedProject(project), commit, world.signal),
  )
  return seen.map(({ command, stands, why, durationMs }) => {
    if (stands === 'cannot-run')
      return {
        what,
        ok: false,
        saw: `\`${command}\` cannot be run at HEAD: ${why}`,
        hint: 'Install what it needs, or take it out of "checks" in sigma.config.json.',
      }
    const says = stands === 'passes' ? 'passes' : 'fails at HEAD already, and is refused only for what a run adds'
    return { what, ok: true, saw: `\`${command}\` ${says} (${formatDuration(durationMs)})`, hint: null }
  })
}

/** Whether the formatter can be started; it is tried on no file. */
export function formatFindings(world: World, { config, root, top }: Project): readonly Finding[] {
  const { format, setup } = config
  if (format === null) return []
  const [program = format] = commandWords(format) ?? []
  const isThere = setup !== null || readCheckedPackage(root, top, world.env['PATH'] ?? '').hasProgram(program)
  return [
    isThere
      ? { what: 'formatter', ok: true, saw: `\`${format}\`, on the files that a turn changed`, hint: null }
      : {
          what: 'formatter',
          ok: false,
          saw: `\`${format}\`: there is no ${program} in the project or on the PATH`,
          hint: `Install ${program}, or take "format" out of sigma.config.json.`,
        },
  ]
}
