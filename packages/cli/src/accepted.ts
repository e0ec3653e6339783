import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunView } from '@sigma/engine'
import { tddInputSchema } from '@sigma/protocol'
import { documentChanged } from './errors.ts'
import type { Place } from './project.ts'

/** Fails with `design-changed` or `plan-changed` where a document is not the one a run was begun with (DPTR-71). */
export function acceptedDocuments(place: Place, run: RunView): void {
  const input = tddInputSchema.safeParse(run.input)
  if (!input.success) return
  for (const kind of ['design', 'plan'] as const) {
    const { path, blob } = input.data[kind]
    if (hashOf(join(place.top, path)) !== blob) throw documentChanged(kind, run.run, path)
  }
}

function hashOf(file: string): string | null {
  return existsSync(file) ? `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}` : null
}
