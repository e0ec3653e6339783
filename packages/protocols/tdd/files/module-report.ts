/** How a module stands by its files and its newest run, for `sigma status <module>` (SIG-98). */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SubjectReport, SubjectSource } from '@sigma/engine'
import { folderNameFault, jsonOf, type Thresholds } from '@sigma/protocol'
import { type Stands, standsAs } from '../../writing/stands.ts'
import { archiveOf } from './archive.ts'
import { failedCycles } from './cycles.ts'
import type { TddCourse } from './tdd-course.ts'

interface ModuleReport {
  readonly module: string
  /** Its design is there. */
  readonly installed: boolean
  readonly planStatus: PlanStatus
  readonly tddStatus: 'none' | Stands
  /** Ids of the cycles that did not get where they should, those that wait for a person included. */
  readonly failedCycles: readonly string[]
  readonly coverageThreshold: Thresholds
}

/** `accepted`: the newest run was begun with it as it is; `changed`: with another text. */
type PlanStatus = 'missing' | 'written' | 'accepted' | 'changed'

export function moduleReport(module: string, source: SubjectSource): SubjectReport {
  const report = reportOf(module, source)
  const { installed, planStatus, tddStatus } = report
  const isKnown = installed || planStatus !== 'missing' || tddStatus !== 'none'
  return { isKnown, fields: { ...report, coverageThreshold: jsonOf(report.coverageThreshold) }, rows: rowsOf(report) }
}

function reportOf(module: string, { reader, protocols, place, memoryBank, coverage }: SubjectSource): ModuleReport {
  const course = reader === null ? null : archiveOf(reader, protocols).newest(module)
  // Else it is no module, and its name no path that anything is looked for at.
  const isName = module.split('/').every((part) => folderNameFault(part) === null)
  const folder = join(place.root, memoryBank, 'modules', isName ? module : 'no such module')
  const plan = course === null ? join(folder, 'tdd_plan.md') : join(place.top, course.input.plan.path)
  return {
    module,
    installed: existsSync(join(folder, 'design.md')),
    planStatus: planStatus(plan, course),
    tddStatus: course === null ? 'none' : standsAs(course),
    failedCycles: course === null ? [] : failedCycles(course).map(({ id }) => id),
    coverageThreshold: course?.input.project.coverage ?? coverage,
  }
}

function planStatus(file: string, course: TddCourse | null): PlanStatus {
  if (!existsSync(file)) return 'missing'
  if (course === null) return 'written'
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `sha256:${found}` === course.input.plan.blob ? 'accepted' : 'changed'
}

function rowsOf(report: ModuleReport): SubjectReport['rows'] {
  const { planStatus: plan, tddStatus, failedCycles: failed, coverageThreshold } = report
  const wanted = Object.entries(coverageThreshold).filter(([, percent]) => percent > 0)
  return [
    ['plan', plan],
    ['tdd', tddStatus],
    ['failed', failed.length === 0 ? 'none' : failed.join(', ')],
    [
      'coverage',
      wanted.length === 0 ? 'not required' : wanted.map(([name, percent]) => `${name} ${percent} %`).join(', '),
    ],
  ]
}
