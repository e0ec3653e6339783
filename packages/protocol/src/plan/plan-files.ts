import type { Draft } from './draft.ts'
import { plainPath } from './named-files.ts'
import type { PlanFault } from './plan.ts'
import { fileOfEntry } from './replaced.ts'

/** Files outside the root, and files that two cycles of one batch would both write. */
export function fileFaults({ cycles }: Draft): readonly PlanFault[] {
  const faults: PlanFault[] = []
  const owners = new Map<string, string>()
  for (const { id, batch, files, replaces, line } of cycles) {
    for (const path of new Set([...files.map(plainPath), ...replaces.map(fileOfEntry)])) {
      if (!isInside(path)) {
        const message = `Cycle ${id} lists ${JSON.stringify(path)}, which is no path inside the repository.`
        faults.push({
          rule: 'file-outside',
          line,
          message,
          remedy: 'Write paths relative to the root, with / and without ..',
        })
        continue
      }
      const place = `${batch} ${path}`
      const owner = owners.get(place)
      if (owner !== undefined && owner !== id) {
        const message = `${path} is in cycles ${owner} and ${id} of batch ${batch}, which run at the same time.`
        const remedy = 'Put the cycles into different batches, or divide the file.'
        faults.push({ rule: 'file-shared', line, message, remedy })
      } else owners.set(place, id)
    }
  }
  return faults
}

function isInside(path: string): boolean {
  const written = path.startsWith('!') ? path.slice(1) : path
  if (written === '' || /^[/\\]|^[A-Za-z]:[/\\]|\0|\\/u.test(written)) return false
  return !written.split('/').includes('..')
}
