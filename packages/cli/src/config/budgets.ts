/** What bounds the turns of a run, or of one role or phase, as people write it; and the same as the kernel counts it. */
import { type Budget, budgetsOfAmounts } from '@sigma/protocol'
import { type AgentConfig, profileOf } from '@sigma/runtime'
import { z } from 'zod'

export const budgetNames = ['asks', 'tokens', 'minutes', 'cost'] as const

export const tokensSchema = z.number().int().min(1).max(1e12)
export const minutesSchema = z.number().positive().max(1e6)
export const costSchema = z.number().min(0.000_001).max(1e6)

/** Null, or not there: no bound. */
const budgetSchema = z.strictObject({
  /** Agent calls. */
  asks: z.number().int().min(1).max(10_000).nullable().optional(),
  /** Into the model and out of it. */
  tokens: tokensSchema.nullable().optional(),
  /** Minutes that agents work, all together. */
  minutes: minutesSchema.nullable().optional(),
  /** Cost in US dollars. */
  cost: costSchema.nullable().optional(),
})

type BudgetConfig = z.infer<typeof budgetSchema>

/** `phases` by the words of `sigma log`. */
export function budgetsSchema(roles: readonly string[], phases: readonly string[]) {
  const each = (names: readonly string[]) =>
    z.strictObject(Object.fromEntries(names.map((name) => [name, budgetSchema.exactOptional()]))).default({})
  return z.strictObject({ roles: each(roles), phases: each(phases) })
}

type BudgetsConfig = z.infer<ReturnType<typeof budgetsSchema>>

export interface Bounded {
  readonly agents: Readonly<Record<string, AgentConfig>>
  readonly roles: Readonly<Record<string, string>>
  readonly limits: Pick<BudgetConfig, 'tokens' | 'minutes' | 'cost'>
  readonly budgets: BudgetsConfig
}

/**
 * All but the run's agent calls. People use no tokens and no money, so their turns are left out of these; the time that
 * they take is theirs, unless a budget of their role's own bounds it.
 */
export function budgetsOf({ agents, roles, limits, budgets }: Bounded): readonly Budget[] {
  const people = Object.entries(roles).flatMap(([role, agent]) => (agents[agent]?.kind === 'person' ? [role] : []))
  const without = people.length === 0 ? {} : { without: people }
  const { tokens, minutes, cost } = limits
  return [
    ...unitsOf({ tokens, minutes, cost }, {}, without, without),
    ...Object.entries(budgets.phases).flatMap(([phase, budget]) => unitsOf(budget, { phase }, without, without)),
    ...Object.entries(budgets.roles).flatMap(([role, budget]) => unitsOf(budget, { role }, without, {})),
  ]
}

function unitsOf(
  budget: BudgetConfig,
  of: Pick<Budget, 'phase' | 'role'>,
  ofUsage: Pick<Budget, 'without'>,
  ofTime: Pick<Budget, 'without'>,
): readonly Budget[] {
  return budgetsOfAmounts(budget).map(({ unit, most }) => ({
    ...{ unit, most, ...of },
    ...(unit === 'milliseconds' ? ofTime : unit === 'asks' ? {} : ofUsage),
  }))
}

/** Agents that never say what they use, as people are told of them; null: it may say, or uses nothing. */
function silentName(name: string, agent: AgentConfig | undefined): string | null {
  switch (agent?.kind) {
    case 'command':
    case 'scripted':
      return `${name} (${agent.kind})`
    case 'acp':
      return tellsOfTurns.has(profileOf(agent).capabilities.usage) ? null : `${name} (acp, ${agent.profile})`
    case 'claude':
    case 'person':
    case undefined:
      return null
  }
}

/** Usage of an agent's last call alone says nothing of a turn. */
const tellsOfTurns: ReadonlySet<string | undefined> = new Set(['turn', 'session'])

/**
 * Budgets of tokens and money that bound an agent which does not say what it uses: keys of the configuration, e.g.
 * `limits.tokens`, and agents with their kinds, e.g. `mine (command)`.
 */
export function unmeasuredIn({ agents, roles, limits, budgets }: Bounded) {
  const bounded = [
    { key: 'limits', budget: limits, of: null },
    ...Object.entries(budgets.phases).map(([phase, budget]) => ({ key: `budgets.phases.${phase}`, budget, of: null })),
    ...Object.entries(budgets.roles).map(([role, budget]) => ({ key: `budgets.roles.${role}`, budget, of: role })),
  ]
  return bounded.flatMap(({ key, budget, of }) => {
    const named = (['tokens', 'cost'] as const).filter((name) => (budget[name] ?? null) !== null)
    const players = Object.entries(roles).filter(([role]) => of === null || role === of)
    const silent = new Set(players.flatMap(([, name]) => silentName(name, agents[name]) ?? []))
    if (named.length === 0 || silent.size === 0) return []
    return [{ keys: named.map((name) => `${key}.${name}`), agents: [...silent] }]
  })
}
