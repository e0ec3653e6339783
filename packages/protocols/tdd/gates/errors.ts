import { SigmaError } from '@sigma/engine'

export const unknownGate = (gate: string, known: readonly string[]): SigmaError =>
  new SigmaError('gate-unknown', `There is no gate ${gate}; there are ${known.join(', ')}.`, {
    hint: 'sigma protocol check tdd',
  })

export const wrongParameters = (gate: string, cause: Error): SigmaError =>
  new SigmaError('gate-parameters', `The parameters of the gate ${gate} cannot be read: ${cause.message}`, {
    hint: 'sigma doctor',
    cause,
  })
