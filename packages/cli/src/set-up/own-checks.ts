/** The project's own checks, its formatter and what plants mutants, as `sigma doctor` finds them. */
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

/** Whether the formatter, and what plants mutants, can be started; neither is tried. */
export function programFindings(world: World, project: Project): readonly Finding[] {
  const { format, mutants } = project.config
  const of = (named: Omit<Named, 'command'>, command: string | null): readonly Finding[] =>
    command === null ? [] : [programFinding(world, project, { ...named, command })]
  return [
    ...of({ what: 'formatter', setting: 'format', does: 'on the files that a turn changed' }, format),
    ...of({ what: 'mutants', setting: 'mutants', does: 'in what a run writes' }, mutants.command),
  ]
}

interface Named {
  readonly what: string
  readonly setting: string
  readonly does: string
  readonly command: string
}

function programFinding(
  world: World,
  { config, root, top }: Project,
  { what, setting, does, command }: Named,
): Finding {
  const [first = command, second = first] = commandWords(command) ?? []
  const program = first === 'npx' ? second : first
  const isThere = config.setup !== null || readCheckedPackage(root, top, world.env['PATH'] ?? '').hasProgram(program)
  if (isThere) return { what, ok: true, saw: `\`${command}\`, ${does}`, hint: null }
  return {
    what,
    ok: false,
    saw: `\`${command}\`: there is no ${program} in the project or on the PATH`,
    hint: `Install ${program}, or take "${setting}" out of sigma.config.json.`,
  }
}
