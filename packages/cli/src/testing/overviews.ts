/** Runs as they are watched, made up: whatever text a test puts in it. */
import type { Activity, AgentState, Decision, UsageSum } from '@sigma/engine'
import type { Overview, RunEntry } from '../watch/overview.ts'
import type { WatchState } from '../watch/state.ts'

/** 2026-11-21 10:15 UTC. */
export const noon: number = Date.UTC(2026, 10, 21, 10, 15)

const ago = (ms: number): string => new Date(noon - ms).toISOString()

const usedOf = (inputTokens: number, outputTokens: number): UsageSum => ({
  turns: 1,
  inputTokens,
  outputTokens,
  cachedTokens: 'unknown',
  costUsd: 'unknown',
  unsaid: { tokens: 0, cost: 1 },
  workedMs: 1_000,
})

export function entry(change: Partial<RunEntry> = {}): RunEntry {
  return {
    run: 'auth-k3x9w2',
    protocol: 'tdd',
    module: 'src/auth',
    outcome: 'halted',
    stands: 'running',
    running: true,
    startedAt: ago(252_000),
    lastAt: ago(2_000),
    events: 41,
    phase: 'green',
    progress: { done: 2, skipped: 0, all: 5 },
    unit: { one: 'cycle', many: 'cycles' },
    budgets: [{ budget: { unit: 'asks', most: 60 }, granted: 60, left: 41, unsaid: 0 }],
    used: usedOf(182_400, 12_300),
    sandbox: 'sandboxed (bubblewrap 0.8.0)',
    branch: null,
    reasons: [],
    doing: [],
    decisions: [],
    asked: [],
    reminders: [],
    leads: new Map(),
    parts: [],
    ...change,
  }
}

export const agent = (change: Partial<AgentState> = {}): AgentState => ({
  agent: 'claude',
  stage: 'using-tool',
  model: 'claude-sonnet-4-5',
  session: 's-1',
  usage: { inputTokens: 12_400, outputTokens: 1_100, costUsd: 0.424 },
  waits: null,
  concern: null,
  ...change,
})

export function activity(change: Partial<Activity> = {}): Activity {
  const id = change.id ?? 'C3.green.dev'
  return {
    run: 'auth-k3x9w2',
    id,
    kind: 'ask',
    attempt: `${id}@40`,
    at: { unit: 'C3', called: 'cycle 3', step: 'green', role: 'dev', phase: 'GREEN' },
    player: 'claude',
    stage: 'acts',
    text: 'Edit src/auth.ts',
    sinceAt: ago(42_000),
    seenAt: ago(2_000),
    ...change,
  }
}

export function doing(change: Partial<Activity> = {}): RunEntry['doing'][number] {
  const seen = activity(change)
  const { run, id, kind, attempt, at } = seen
  return {
    run,
    part: '',
    id,
    kind,
    attempt,
    at,
    sighting: { activity: seen, actions: [{ at: seen.seenAt, text: seen.text }] },
  }
}

export function decision(change: Partial<Decision['consult']> = {}): Decision {
  const consult = {
    kind: 'consult' as const,
    id: 'C2.green.dev.decision',
    question: 'C2 GREEN, dev: the agent says that it is blocked. How should it go on?',
    options: [
      { name: 'resume', consequence: 'The same piece of work is taken up again.', input: null },
      { name: 'fix', consequence: 'What you changed in the workspace is taken in and measured.', input: {} },
      { name: 'abort', consequence: 'The run ends here; nothing is delivered.', input: null },
    ],
    fallback: 'abort',
    expiryMs: 604_800_000,
    status: 'waiting' as const,
    at: { unit: 'C2', called: 'cycle 2', step: 'green', part: 'dev', role: 'dev', phase: 'GREEN' },
    reasons: [],
    ...change,
  }
  return {
    id: `auth-k3x9w2/${consult.id}`,
    run: 'auth-k3x9w2',
    consult,
    askedAt: ago(480_000),
    expiresAt: new Date(noon + 604_320_000).toISOString(),
  }
}

/** One run with all that can be shown of one, one that waits, one that is over. */
export const busy: Overview = {
  now: noon,
  host: { pid: 4242, command: 'sigma tdd src/auth' },
  live: true,
  silent: false,
  runs: [
    entry({
      doing: [
        doing({ agent: agent() }),
        doing({
          id: 'C4.green.dev',
          at: { unit: 'C4', step: 'green', role: 'dev' },
          sinceAt: ago(62_000),
          seenAt: ago(71_000),
          agent: agent({
            stage: 'waiting',
            waits: 'the model is overloaded, tries again in 4s',
            concern: 'the same call 6 times in a row',
          }),
        }),
        doing({
          id: 'C5.green.dev',
          at: { unit: 'C5', step: 'green', role: 'dev' },
          stage: 'waits',
          text: 'every turn is taken',
          sinceAt: ago(9_000),
        }),
        doing({
          id: 'C5.green.check',
          kind: 'check',
          stage: 'begun',
          text: '',
          at: { unit: 'C5', step: 'green', part: 'check' },
          player: null,
          sinceAt: ago(3_200),
        }),
      ],
      decisions: [decision()],
    }),
    entry({
      run: 'mail-77abcd',
      module: 'src/mail',
      stands: 'halted',
      running: false,
      lastAt: ago(1_320_000),
      phase: 'red',
      progress: { done: 0, skipped: 1, all: 3 },
      reasons: [{ rule: 'interrupted', message: 'Its process has gone.', remedy: 'sigma resume mail-77abcd' }],
    }),
    entry({
      run: 'core-1a2b3c',
      module: 'src/core',
      stands: 'completed',
      running: false,
      lastAt: ago(10_800_000),
      phase: null,
      branch: 'sigma/core-1a2b3c',
    }),
  ],
  further: 3,
}

export const watching = (overview: Overview, change: Partial<WatchState> = {}): WatchState => ({
  overview,
  chosen: null,
  view: { kind: 'list' },
  message: null,
  ...change,
})
