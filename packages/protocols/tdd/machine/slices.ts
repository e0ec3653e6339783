import type { TddInput } from './input.ts'
import type { Slice } from './state.ts'

/** The cycles of a run in slices of at most the batch's parallel degree; none is dropped (DPTR-81). */
export function slicesOf({ batches }: TddInput): readonly (readonly number[])[] {
  return batches.flatMap(({ cycles, parallel }) =>
    Array.from({ length: Math.ceil(cycles.length / parallel) }, (_, at) =>
      cycles.slice(at * parallel, (at + 1) * parallel),
    ),
  )
}

/** The slice alone, without what its state adds. */
export function sliceOf({ run, cycles, round, rounds, isRewritten, outstanding, trial, warnings }: Slice): Slice {
  return {
    run,
    cycles,
    round,
    rounds,
    isRewritten,
    outstanding,
    ...(trial !== undefined && { trial }),
    ...(warnings !== undefined && { warnings }),
  }
}
