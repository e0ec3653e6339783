/** The code that coverage is asked for: the work's own, where it differs from the commit that the work began with. */
import type { Checkouts } from '@sigma/engine'
import type { Bench } from '../benches/bench.ts'
import { type Range, unchanged } from './unchanged.ts'

export interface Scope {
  readonly files: readonly string[]
  /** Parts of a file that do not count. */
  leftOut(file: string, text: string): Promise<readonly Range[]>
}

/**
 * The source files of `bench`, which holds `commit`, that are new or differ at `base`; what is unchanged in them is left
 * out (SIG-40). Without a base everything counts: then nobody knows what was there before.
 */
export async function scopeOf(checkouts: Checkouts, bench: Bench, base: string | null, commit: string): Promise<Scope> {
  if (base === null) return { files: bench.sourceFiles, leftOut: async () => [] }
  const changed = new Set((await checkouts.diff(base, commit)).map(({ path }) => path))
  return {
    files: bench.sourceFiles.filter((path) => changed.has(path)),
    leftOut: async (file, text) => {
      const before = await checkouts.read(base, file)
      return before === null ? [] : unchanged(file, Buffer.from(before).toString('utf8'), text)
    },
  }
}
