import { SigmaError } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'

export const templateRefused = (path: string, findings: readonly Finding[]): SigmaError => {
  const [first] = findings
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  const found = first === undefined ? `${path} cannot be used.` : `${first.message} ${first.remedy}`
  return new SigmaError('template-refused', `A prompt template cannot be used${more}: ${found}`, {
    hint: 'sigma prompt',
  })
}
