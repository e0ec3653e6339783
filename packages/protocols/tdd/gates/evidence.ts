import { type Bench, changesBetween, type Evidence, noChanges, type Tools, writeEvidence } from '@sigma/measuring'
import type { BlobRef, Check } from '@sigma/protocol'

type Named = 'gate' | 'commit' | 'changes' | 'patch' | 'testFiles' | 'sourceFiles' | 'laid'
type Usual = 'sourceFrom' | 'newTests' | 'coverage' | 'coveredFiles' | 'coverageBase'

/** What was seen; what is usual is none of it. */
export type Seen = Omit<Evidence, Named | Usual> & Partial<Pick<Evidence, Usual>>

/** Keeps what a gate saw on the bench that holds the commit it judges; `from`: where its change begins. */
export async function keepEvidence(tools: Tools, { gate, commit }: Check, bench: Bench, seen: Seen): Promise<BlobRef> {
  const { from, before, after, ...more } = seen
  const evidence = {
    gate,
    commit,
    sourceFrom: null,
    ...(from === null ? noChanges : await changesBetween(tools, from, commit)),
    before,
    after,
    newTests: [],
    testFiles: await bench.hashes(bench.testFiles),
    sourceFiles: await bench.hashes(bench.sourceFiles),
    ...(bench.checkout.laid !== undefined && { laid: bench.checkout.laid }),
    coverage: null,
    coveredFiles: null,
    coverageBase: null,
  }
  const written = writeEvidence(tools.blobs, { ...evidence, ...more })
  bench.proven(written, after.knownFlaky)
  return written
}
