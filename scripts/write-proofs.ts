/** Writes `docs/proofs.md` from the sources. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pageOf, proofTable } from '../test/rules/proofs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
writeFileSync(new URL('../docs/proofs.md', import.meta.url), pageOf(proofTable(root)))
