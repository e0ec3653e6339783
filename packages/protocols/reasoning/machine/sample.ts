import { type ReasoningInput, reasoningInputSchema } from './input.ts'

export interface SampleReasoning {
  readonly task?: string | undefined
  readonly rules?: ReasoningInput['rules'] | undefined
  readonly otherwise?: string | undefined
  readonly routes?: readonly string[] | undefined
  /** True: an agent chooses where no rule fits. */
  readonly router?: boolean | undefined
  readonly tries?: number | undefined
}

const routes = ['skill-orchestration', 'dynamic-skill-sequencing'] as const

/** Input of an imaginary session: no rule, and nobody who chooses, unless told. */
export function sampleReasoning({ router = false, tries = 2, ...given }: SampleReasoning = {}): ReasoningInput {
  return reasoningInputSchema.parse({
    task: 'a task',
    rules: [],
    otherwise: null,
    routes,
    ...given,
    decisionMs: 604_800_000,
    router: router ? sampleRouter(tries) : null,
  })
}

const sampleRouter = (tries: number) => ({
  base: '1'.repeat(40),
  purposes: Object.fromEntries(routes.map((route) => [route, `What ${route} is for stands here.`])),
  skills: [{ name: 'build', kind: 'composite', description: 'What it describes itself as stands here.' }],
  ...{ tries, crashes: 0, asks: 600, turnMs: 60_000 },
})
