/** Tasks of another tool as a plan: in an order that meets what they need, in batches that share no file. */
import { type Plan, type PlanFault, printPlan, readPlan } from '@sigma/protocol'
import { unreadable } from './errors.ts'
import type { ImportedModule, ImportedTask } from './imported.ts'

export interface PlannedModule {
  readonly module: string
  readonly cycles: number
  readonly batches: number
  readonly text: string
  /** What keeps it from being a plan that can be run; empty: nothing. */
  readonly missing: readonly PlanFault[]
}

/** `declared`: names of the design's interfaces; null: there is no design yet. Fails with `import-unreadable`. */
export function plannedOf(imported: ImportedModule, declared: readonly string[] | null): PlannedModule {
  const { module, file } = imported
  const tasks = ordered(imported)
  const batches = batchesOf(tasks)
  const plan: Plan = {
    module,
    cycles: tasks.map(({ id, title, text, files, needs, extra }) => ({
      ...{ id, title, files, needs, extra, interfaces: interfacesIn(text, declared), replaces: [] },
    })),
    batches: batches.map((cycles) => ({ parallel: cycles.length > 1 ? 2 : 1, cycles, extra: {} })),
    extra: { imported: file },
  }
  const text = `# Plan of ${module}\n\n${printPlan(plan, 'json')}`
  const read = readPlan(text, { parallel: 2 })
  return {
    ...{ module, text, cycles: tasks.length, batches: batches.length },
    missing: read.kind === 'faults' ? read.faults : [],
  }
}

/** Stable: as they are listed, but each after what it needs. */
function ordered({ file, tasks }: ImportedModule): readonly ImportedTask[] {
  const placed = new Map<string, ImportedTask>()
  let waiting = [...tasks]
  while (waiting.length > 0) {
    const ready = waiting.find(({ needs }) => needs.every((need) => placed.has(need)))
    if (ready === undefined) throw circle(file, waiting)
    placed.set(ready.id, ready)
    waiting = waiting.filter((task) => task !== ready)
  }
  return [...placed.values()]
}

/** Each of those that wait needs another one of them, so going on from any comes back. */
function circle(file: string, waiting: readonly ImportedTask[]) {
  const walked: ImportedTask[] = []
  let [task] = waiting
  while (task !== undefined && !walked.includes(task)) {
    walked.push(task)
    const { needs } = task
    task = waiting.find(({ id }) => needs.includes(id))
  }
  const round = task === undefined ? walked : walked.slice(walked.indexOf(task))
  const names = [...round, ...round.slice(0, 1)].map(({ id }) => id).join(' → ')
  return unreadable(file, round[0]?.line ?? null, `${round[0]?.id} waits for itself: ${names}.`)
}

interface Batch {
  readonly tasks: ImportedTask[]
  /** Of a list: no other joins it. */
  isClosed: boolean
}

function batchesOf(tasks: readonly ImportedTask[]): readonly (readonly string[])[] {
  const batches: Batch[] = []
  const batchOf = new Map<string, number>()
  for (const task of tasks) {
    const least = Math.max(0, ...task.needs.map((need) => (batchOf.get(need) ?? 0) + 1))
    const from = task.listed === null ? least : Math.max(least, batches.length - 1)
    const found = batches.findIndex((batch, at) => at >= from && joins(task, batch))
    const at = found < 0 ? batches.length : found
    const batch = batches[at] ?? { tasks: [], isClosed: task.listed?.isParallel === false }
    if (found < 0) batches.push(batch)
    batch.tasks.push(task)
    batchOf.set(task.id, at)
  }
  return batches.map((batch) => batch.tasks.map(({ id }) => id))
}

function joins({ files, listed }: ImportedTask, { tasks, isClosed }: Batch): boolean {
  if (isClosed || listed?.isParallel === false) return false
  if (tasks.some((other) => other.listed?.group !== listed?.group)) return false
  return tasks.every((other) => other.files.every((path) => !files.includes(path)))
}

/** Names that the text has as calls or in backticks; where there is a design, whatever of it the text names. */
function interfacesIn(text: string, declared: readonly string[] | null): readonly string[] {
  if (declared !== null)
    return declared.filter((name) => new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`).test(text))
  const found = [...text.matchAll(/`([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?)(?:\([^`]*\))?`|\b([a-z_$][\w$]*)\(\)/g)]
  const names = found.flatMap(([whole, quoted, called]) => {
    const name = quoted ?? called ?? ''
    // A word in backticks alone may be anything; with a capital inside or a call it is a name of code.
    return /\(/.test(whole) || /[a-z][A-Z]/.test(name) ? [name] : []
  })
  return [...new Set(names)]
}
