import { type BoardInput, type BoardLimits, boardInputSchema } from './input.ts'

export type SampleBoard = Partial<Omit<BoardInput, 'limits'>> & { readonly limits?: Partial<BoardLimits> }

/** Input of an imaginary board, with the usual limits unless told. */
export function sampleBoardInput({ limits = {}, ...more }: SampleBoard = {}): BoardInput {
  return boardInputSchema.parse({
    base: '1'.repeat(40),
    target: 'refs/heads/main',
    writes: ['src/**'],
    guarded: [],
    limits: { turnMs: 1_800_000, decisionMs: 604_800_000, ...limits },
    ...more,
  })
}

/** A board that the explorer can walk to its end: one task with one short phase, unless told. */
export function smallBoard(limits: Readonly<Partial<Record<string, number>>> = {}): BoardInput {
  const small = { activeTasks: 1, messages: 1, phases: 1, agentsPerPhase: 2, nudges: 1, respawns: 0 }
  return sampleBoardInput({ limits: { ...small, ...limits } })
}
