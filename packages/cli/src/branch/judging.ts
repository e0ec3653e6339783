/** Judges HEAD against what it has in common with another commit. Writes nothing in the repository, and needs no store. */
import { judgeBranch } from '@sigma/measuring'
import { branchStart, uncommittedPaths, usableRepository } from '@sigma/runtime'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import { nameText } from '../printable.ts'
import { locate, type Project } from '../project/place.ts'
import { projectSecrets } from '../project/secrets.ts'
import { testedProject } from '../project/tested-project.ts'
import { listed } from '../render/columns.ts'
import { atHead } from '../set-up/at-head.ts'
import { refuseAbsent } from '../set-up/preflight.ts'
import { inspectRunner } from '../set-up/runner.ts'
import { sandboxOf } from '../set-up/sandbox.ts'
import { talk, type World } from '../world.ts'
import { branchProject } from './project.ts'
import { accepting, type BranchReport, nothingJudged, reported } from './report.ts'

export interface JudgingAsked {
  readonly ref: string
  /** Rules that are told and refuse nothing. */
  readonly accepted: readonly string[]
  /** Hears what is going on, in a few words. */
  readonly tell: (what: string) => void
}

export async function judgeHere(world: World, { ref, accepted, tell }: JudgingAsked): Promise<BranchReport> {
  const began = world.now()
  const path = world.env['PATH'] ?? ''
  const place = locate(world)
  const repository = await usableRepository(place.root, path)
  const base = await branchStart(repository, path, ref)
  const named = {
    base: { ref, commit: base },
    head: { commit: repository.head, branch: repository.branch },
    isConfigured: place.configFile !== null,
  }
  if (base === repository.head)
    return {
      ...named,
      ...nothingJudged,
      isNothing: true,
      confinedBy: null,
      durationMs: world.now() - began,
      findings: [],
    }
  warnOfDirt(world, await uncommittedPaths(repository, path))
  const project = await branchProject(world, { repository, base, line: `sigma gates --base ${ref}` })
  refuseAbsent(world, project)
  if (!named.isConfigured) talk(world, foundText(project))
  else await inspectGlobs(world, project)
  await inspectRunner(world, project)
  const { standing } = await sandboxOf(world, project)
  if (!standing.confined)
    talk(
      world,
      `warning: nothing confines the tests, so they run as you${standing.why === null ? '.' : `: ${standing.why}`}`,
    )
  const branch = { project: testedProject(project), base, head: repository.head }
  const judging = { signal: world.signal, tell }
  const judged = await atHead(world, project, ({ tools }) => judgeBranch(tools, branch, judging))
  const judgement = accepting(judged ?? nothingJudged, accepted)
  const secrets = projectSecrets(world, project)
  return {
    ...judgement,
    ...named,
    isNothing: judged === null,
    confinedBy: standing.by,
    durationMs: world.now() - began,
    findings: judgement.findings.map((finding) => reported(finding, (text) => secrets.text(text))),
  }
}

function warnOfDirt(world: World, paths: readonly string[]): void {
  if (paths.length === 0) return
  talk(world, `warning: uncommitted changes are not judged, for HEAD is: ${listed(paths.map(nameText), 3)}.`)
}

function foundText({ config: { tests, source } }: Project): string {
  const globs = (all: readonly string[]): string => listed(all.map(nameText), 4)
  return `No sigma.config.json: ${tests.runner}, tests ${globs(tests.files)}, source ${globs(source)}, as sigma init finds them.`
}
