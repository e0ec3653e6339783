/** Random TDD runs of a few modules, for properties of what is made from them. */
import type { Recorded } from '@sigma/protocol'
import { type Pick, wander } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { sampleTddInput } from '../machine/sample.ts'
import { tdd } from '../machine/tdd.ts'

export interface Wanderings {
  /** Added to all that people and agents wrote. */
  readonly words?: fc.Arbitrary<string>
}

/** Mostly the good answer, so that runs get far. */
const picks: fc.Arbitrary<readonly Pick[]> = fc.array(
  fc.tuple(fc.nat(20), fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.nat(30))),
  { minLength: 10, maxLength: 110, size: 'max' },
)

const percent = fc.integer({ min: 0, max: 100 })

/** The events of one run. */
export function wanderings({ words = fc.constant('') }: Wanderings = {}): fc.Arbitrary<readonly Recorded[]> {
  return fc
    .record({
      batches: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
      refactor: fc.constantFrom('all' as const, 'unconverged' as const),
      module: fc.constantFrom('auth', 'src/auth'),
      out: fc.constantFrom(undefined, 'build/sigma'),
      threshold: fc.constantFrom(0, 80),
      measured: fc.option(fc.tuple(percent, percent, percent, percent)),
      exit: fc.option(fc.integer({ min: 0, max: 255 })),
      run: fc.stringMatching(/^auth-[a-z0-9]{6}$/),
      picks,
      words,
    })
    .map(({ batches, refactor, module, out, threshold, measured, exit, run, picks: chosen, words: said }) => {
      const sample = sampleTddInput({ batches, refactor })
      const coverage = { lines: threshold, functions: threshold, branches: 0, statements: 0 }
      const input = {
        ...sample,
        module,
        session: `${sample.session}${said}`,
        plan: { ...sample.plan, path: `memory-bank/modules/${module}/tdd_plan.md` },
        project: { ...sample.project, coverage },
        cycles: sample.cycles.map((cycle) => ({ ...cycle, title: `${cycle.title}${said}` })),
        ...(out !== undefined && { out }),
      }
      const [lines = 0, functions = 0, branches = 0, statements = 0] = measured ?? []
      const data = { exitCode: exit, coverage: measured === null ? null : { lines, functions, branches, statements } }
      return wander({ protocol: tdd, budgets: [] }, input, { run, picks: chosen, words: said, data })
    })
}
