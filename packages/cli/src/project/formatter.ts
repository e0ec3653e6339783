import type { FormatSettings } from '@sigma/runtime'
import type { Project } from './place.ts'
import { workplaceOf } from './workplace.ts'

/** How changed files are formatted here; null: not at all. */
export function formatOf(project: Project): FormatSettings | null {
  const { config, root } = project
  if (config.format === null) return null
  return { command: config.format, folder: workplaceOf(project, root).inRepository('.'), limitMs: config.limits.check }
}
