import type { Benchmark } from './measure.ts'

/**
 * All benchmarks, in the order in which they are played, each loaded by the process that plays it. `gates` chooses all
 * whose names begin with `gates-`.
 */
export const benchmarks: ReadonlyMap<string, () => Promise<Benchmark>> = new Map([
  ['kernel', async () => (await import('./kernel.ts')).kernel],
  ['durable', async () => (await import('./durable.ts')).durable],
  ['replay', async () => (await import('./replay.ts')).replay],
  ['langgraph', async () => (await import('./langgraph.ts')).langgraph],
  ['gates-node', async () => (await import('./gates.ts')).gatesWith('node:test')],
  ['gates-vitest', async () => (await import('./gates.ts')).gatesWith('vitest')],
  ['gates-jest', async () => (await import('./gates.ts')).gatesWith('jest')],
  ['warm-node', async () => (await import('./warm.ts')).warmWith('node:test')],
  ['warm-vitest', async () => (await import('./warm.ts')).warmWith('vitest')],
  ['warm-jest', async () => (await import('./warm.ts')).warmWith('jest')],
  ['cycles-node', async () => (await import('./cycles/cycles.ts')).cyclesWith('node:test')],
  ['cycles-vitest', async () => (await import('./cycles/cycles.ts')).cyclesWith('vitest')],
  ['cycles-jest', async () => (await import('./cycles/cycles.ts')).cyclesWith('jest')],
  ['cycles-fastify', async () => (await import('./cycles/cycles.ts')).cyclesOf('fastify')],
  ['cycles-zod', async () => (await import('./cycles/cycles.ts')).cyclesOf('zod')],
  ['cycles-jsx-a11y', async () => (await import('./cycles/cycles.ts')).cyclesOf('jsx-a11y')],
  ['turn', async () => (await import('./turn.ts')).turn],
  ['sandbox', async () => (await import('./sandbox.ts')).sandbox],
  ['status', async () => (await import('./status.ts')).status],
  ['steps', async () => (await import('./steps.ts')).steps],
  ['rooms', async () => (await import('./rooms.ts')).rooms],
  ['memory', async () => (await import('./memory.ts')).memory],
  ['start-package', async () => (await import('./start.ts')).startWith('package')],
  ['start-workspaces', async () => (await import('./start.ts')).startWith('workspaces')],
  ['agents-claude', async () => (await import('./agents.ts')).claudeCode],
  ['agents-codex', async () => (await import('./agents.ts')).codex],
  ['tokens', async () => (await import('./tokens.ts')).tokens],
])

interface Chosen {
  readonly names: readonly string[]
  readonly unknown: readonly string[]
}

/** Those that are named, all where none is; a name that chooses nothing is given back. */
export function chosen(wanted: readonly string[]): Chosen {
  const isChosen = (name: string, by: string): boolean => name === by || name.startsWith(`${by}-`)
  const all = [...benchmarks.keys()]
  return {
    names: all.filter((name) => wanted.length === 0 || wanted.some((by) => isChosen(name, by))),
    unknown: wanted.filter((by) => !all.some((name) => isChosen(name, by))),
  }
}
