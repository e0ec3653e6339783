/** The runs that built a module test first and ended with a commit. */
import type { RunView } from '@sigma/engine'

export type BuiltView = RunView & { readonly commit: string }

/** In the order of the runs. */
export function builtBy(runs: readonly RunView[], module: string): readonly BuiltView[] {
  return runs.filter(
    (view): view is BuiltView =>
      view.protocol === 'tdd' && view.subject === module && view.status === 'ended' && view.commit !== null,
  )
}
