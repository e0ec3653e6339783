/** The table of the loop, as kits have it: a row for each template. */
import type { ToldTask } from '@sigma/engine'
import { tasks } from './machine/tasks.ts'

export const taskRows: readonly ToldTask[] = Object.entries(tasks).flatMap(
  ([type, { role, phases, codes, writes, templates }]) =>
    templates.map((template) => ({ type, role, phases, codes, writes, template })),
)
