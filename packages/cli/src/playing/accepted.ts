import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { aboutRun, type Reader, type RunView, sha256 } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { documentChanged } from '../errors.ts'
import type { Place } from '../project/place.ts'

/**
 * Fails with `design-changed` or `plan-changed` where a document is not the one a run was begun with (DPTR-71). That one
 * may stand nowhere else any more, so it is laid beside the run, from where it can be put back.
 */
export function acceptedDocuments(place: Place, reader: Reader, run: RunView): void {
  for (const { called, path, blob } of aboutRun(kits, run)?.documents ?? []) {
    const file = join(place.top, path)
    if (existsSync(file) && `sha256:${sha256(readFileSync(file))}` === blob) continue
    const accepted = join(place.folder, 'accepted', run.run, basename(path))
    mkdirSync(dirname(accepted), { recursive: true })
    writeFileSync(accepted, reader.blob(blob))
    throw documentChanged(called, run.run, { path, file, accepted })
  }
}
