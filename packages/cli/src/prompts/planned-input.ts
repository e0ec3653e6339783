/** Input of a run that has not begun: what it would be about, by what lies in the project. */
import type { Kit } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { budgetsOf } from '../config/budgets.ts'
import { noHistory } from '../playing/no-history.ts'
import type { Project } from '../project/place.ts'
import { testedProject } from '../project/tested-project.ts'
import { workplaceOf } from '../project/workplace.ts'
import { readerOf } from '../runs/reader.ts'

/** Nothing is begun with it, so what a run would be begun on is left open. Null: no command of the kit begins a run. */
export async function plannedInput(project: Project, kit: Kit, subject: string): Promise<Json | null> {
  const begins = kit.commands.map(({ does }) => does).find((does) => does.kind === 'begins')
  const make = await begins?.load()
  if (make === undefined) return null
  using reader = readerOf(project.folder)
  const { input } = await make({
    subject,
    flags: {},
    place: workplaceOf(project, project.root),
    config: project.config,
    project: testedProject(project),
    budgets: budgetsOf(project.config),
    templates: [],
    base: 'base',
    target: null,
    now: 0,
    random: (count) => new Uint8Array(count),
    history: reader ?? noHistory,
    keep: () => 'sha256:none',
  })
  return input
}
