/** How the tests stand at HEAD, as the first thing that a run measures would find them. */
import type { TestRun } from '@sigma/measuring'
import { waitingLine } from '../commands/waiting-line.ts'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'
import type { Finding } from './recorded.ts'
import { type AtCommit, notRunYet, seenAtHead } from './seen-at-head.ts'
import { type Tried, trialLimitMs, tryTests } from './trial.ts'
import { trialText } from './trial-text.ts'

const what = 'tests at HEAD'

/** Of an interrupted trial nothing is told. The project's own checks have findings of their own. */
export async function headFindings(world: World, project: Project, at: AtCommit): Promise<readonly Finding[]> {
  const unchecked = { ...project, config: { ...project.config, checks: [] } }
  return await seenAtHead(world, unchecked, at, {
    what,
    untried: notRunYet,
    look: async () => {
      using line = waitingLine(world, 'Trying the tests once')
      const tried = await tryTests(world, unchecked, line.say)
      return { findings: headFinding(tried, project), isWhole: tried.kind === 'ran' }
    },
  })
}

/** What fails there already is no fault of the set-up; it is where no run could begin. */
export function headFinding(tried: Tried, { config }: Pick<Project, 'config'>): readonly Finding[] {
  if (tried.kind === 'interrupted') return []
  const saw = trialText(tried, () => false).join('; ')
  if (tried.kind === 'left-out') return [{ what, ok: true, saw, hint: null, untried: true }]
  if (!isMeasurable(tried.run, config.limits.check))
    return [{ what, ok: false, saw: `${saw}; no run can begin with that`, hint: 'sigma gates' }]
  const fails = tried.run.faults.length > 0 || tried.run.tests.some(({ state }) => state === 'failed')
  const isAsked = fails && config.tests.tolerate === 'ask'
  return [{ what, ok: true, saw, hint: isAsked ? knownLine : null }]
}

const knownLine = '"tests": { "tolerate": "known" } has runs go on with what fails already; else each asks you once'

function isMeasurable({ problem, faults, tests }: TestRun, limitMs: number): boolean {
  if (problem?.rule === 'timed-out') return limitMs > trialLimitMs
  const hasRun = tests.some(({ state }) => state === 'passed' || state === 'failed')
  return problem === null && (hasRun || faults.length === 0)
}
