/** What `sigma status <module>` says of a module beside its runs (SIG-98). */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearest, type Reader } from '@sigma/engine'
import { folderNameFault, type Thresholds } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { type ModuleStatus, moduleStatus } from '@sigma/protocols/tdd/files'
import { readConfig } from '../config/config-file.ts'
import { columns } from '../render/columns.ts'
import { requireTrustOfCode } from '../trust/trust.ts'
import type { World } from '../world.ts'
import type { Place } from './place.ts'

export interface ModuleReport {
  readonly module: string
  /** Its design is there. */
  readonly installed: boolean
  /** `accepted`: the newest run was begun with it as it is; `changed`: with another text. */
  readonly planStatus: 'missing' | 'written' | 'accepted' | 'changed'
  readonly tddStatus: 'none' | ModuleStatus['stands']
  /** Ids of cycles, as the plan has them. */
  readonly failedCycles: readonly string[]
  readonly coverageThreshold: Thresholds
  /** There is no review in this version. */
  readonly reviewSummary: null
}

export async function moduleReport(
  world: World,
  place: Place,
  reader: Reader | null,
  module: string,
): Promise<ModuleReport> {
  await requireTrustOfCode(world, place)
  const { coverage, memoryBank } = await readConfig(place.configFile)
  const status = reader === null ? null : moduleStatus(reader, kits, module)
  // Else it is no module, and its name no path that anything is looked for at.
  const isName = module.split('/').every((part) => folderNameFault(part) === null)
  const folder = join(place.root, memoryBank, 'modules', isName ? module : 'no such module')
  const plan = status === null ? join(folder, 'tdd_plan.md') : join(place.top, status.plan.path)
  return {
    module,
    installed: existsSync(join(folder, 'design.md')),
    planStatus: planStatus(plan, status),
    tddStatus: status?.stands ?? 'none',
    failedCycles: status?.failedCycles ?? [],
    coverageThreshold: status?.coverageThreshold ?? coverage,
    reviewSummary: null,
  }
}

function planStatus(file: string, status: ModuleStatus | null): ModuleReport['planStatus'] {
  if (!existsSync(file)) return 'missing'
  if (status === null) return 'written'
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `sha256:${found}` === status.plan.blob ? 'accepted' : 'changed'
}

export const hasData = ({ installed, planStatus: plan, tddStatus }: ModuleReport): boolean =>
  installed || plan !== 'missing' || tddStatus !== 'none'

export function reportText(report: ModuleReport): string {
  const { module, planStatus: plan, tddStatus, failedCycles, coverageThreshold } = report
  const wanted = Object.entries(coverageThreshold).filter(([, percent]) => percent > 0)
  const rows = [
    ['  plan', plan],
    ['  tdd', tddStatus],
    ['  failed', failedCycles.length === 0 ? 'none' : failedCycles.join(', ')],
    [
      '  coverage',
      wanted.length === 0 ? 'not required' : wanted.map(([name, percent]) => `${name} ${percent} %`).join(', '),
    ],
    ['  review', 'none yet'],
  ]
  return [`module ${module}`, ...columns(rows)].join('\n')
}

export function nothingText(reader: Reader | null, module: string): string {
  const known = reader === null ? [] : [...new Set(reader.runs().map(({ subject }) => subject ?? ''))]
  const near = nearest(module, known)
  return near === null
    ? `There is no data of "${module}" yet. Begin with: sigma init --example ${module}`
    : `There is no data of "${module}" yet; did you mean "${near}"?`
}
