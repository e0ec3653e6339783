import type { Cycle } from '@sigma/protocol'
import type { TddInput, TddLimits } from './input.ts'

export interface SampleTdd
  extends Partial<Omit<TddLimits, 'turnMs' | 'decisionMs'>>,
    Partial<Pick<TddInput, 'refactor' | 'tolerate' | 'together' | 'target' | 'budgets'>> {
  /** Cycles of each batch, e.g. `[2, 1]`. */
  readonly batches?: readonly number[]
  readonly parallel?: 1 | 2 | 3
  /** Tests are held back from the developer. */
  readonly held?: boolean
}

/** A run of an imaginary module, with limits small enough to walk all its states. */
export function sampleTddInput(sample: SampleTdd = {}): TddInput {
  const { batches = [2], parallel = 2, rounds = 2, tries = 2, exchanges = 1, refactor = 'all' } = sample
  const { reasks = 1, crashes = 0, asks = 600, target, budgets = [], tolerate = 'ask', together, held = false } = sample
  const total = batches.reduce((sum, size) => sum + size, 0)
  const firsts = batches.map((_, at) => batches.slice(0, at).reduce((sum, size) => sum + size, 1))
  return {
    module: 'src/sample',
    session: 'TDD_20261121T101500Z_k3f9',
    base: 'base',
    design: { path: 'memory-bank/modules/src/sample/design.md', blob: 'sha256:design' },
    plan: { path: 'memory-bank/modules/src/sample/tdd_plan.md', blob: 'sha256:plan' },
    project: {
      runner: 'node',
      folder: '',
      tests: ['test/**'],
      source: ['src/**'],
      guarded: ['package.json'],
      coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
      checkLimitMs: 60_000,
      ...(held && { held }),
    },
    cycles: Array.from({ length: total }, (_, at) => sampleCycle(at + 1)),
    batches: batches.map((size, at) => ({
      parallel,
      cycles: Array.from({ length: size }, (_, offset) => (firsts[at] ?? 1) + offset),
    })),
    limits: { rounds, tries, exchanges, reasks, crashes, asks, turnMs: 1_800_000, decisionMs: 604_800_000 },
    refactor,
    tolerate,
    ...(together !== undefined && { together }),
    ...(target !== undefined && { target }),
    budgets,
    prompts: [],
  }
}

function sampleCycle(number: number): Cycle {
  return {
    id: `TDD_${number}`,
    title: `Feature ${number}`,
    interfaces: [`feature${number}`],
    signature: `export function feature${number}(): number`,
    tests: [`test/feature${number}.test.js`],
    source: [`src/feature${number}.js`],
  }
}
