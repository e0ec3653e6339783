import { SigmaError } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'

/** Each finding names the file, and the line where there is one. */
export const templateRefused = (path: string, findings: readonly Finding[]): SigmaError => {
  const [first, ...more] = findings
  const others = more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'fault' : 'faults'})`
  return new SigmaError('template-refused', `${first?.message ?? `${path} cannot be read.`}${others}`, {
    hint: first?.remedy ?? 'sigma prompt',
  })
}
