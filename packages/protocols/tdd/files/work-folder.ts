/** Where a cycle's work directory lies: `<base>/<module>/<cycle>` (SIG-90, SIG-91). */
import { type Base, collective } from '@sigma/engine/projecting'
import { safeName, safePath } from '../../writing/paths.ts'
import type { TddInput } from '../machine/input.ts'

export function workFolder({ module, out }: TddInput, cycle: string): { readonly base: Base; readonly path: string } {
  const below = `${safePath(module)}/${safeName(cycle)}`
  return out === undefined ? { base: 'project', path: `${collective}/sigma/${below}` } : { base: { out }, path: below }
}
