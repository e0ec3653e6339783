export { createGates } from './gates.ts'
export { proofsFor } from './proofs/dialects.ts'
export { type Proof, runProof } from './proofs/proof.ts'
export { proofs } from './proofs/proofs.ts'
