import type { GateKit } from '@sigma/engine'
import { createGates } from './gates.ts'
import { proofsFor } from './proofs/dialects.ts'

export { createGates } from './gates.ts'
export { proofs } from './proofs/proofs.ts'

export const gateKit: GateKit = { open: createGates, proofs: proofsFor }
