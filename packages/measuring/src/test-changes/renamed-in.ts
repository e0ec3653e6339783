import type { Checkouts } from '@sigma/engine'
import type { Bench } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import type { Renamed } from './meant.ts'
import { renamesOf } from './renames.ts'
import { textIn } from './test-tree.ts'

/** Old tests under another name. `from`: the commit of `before`; the bench holds that of `after`. */
export const renamedIn = (
  checkouts: Checkouts,
  from: string,
  bench: Bench,
  { before, after }: { readonly before: TestRun; readonly after: TestRun },
): Promise<readonly Renamed[]> =>
  renamesOf({
    before,
    after,
    textBefore: (file) => textIn(checkouts, from, file),
    textAfter: (file) => bench.text(file),
  })
