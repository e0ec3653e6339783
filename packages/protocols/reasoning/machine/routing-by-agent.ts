/** An agent that chooses where no rule fits: its answer is read in one strict form, and one that names no route is refused, a bounded number of times. */
import { type Answered, type Ask, type Failed, type Finding, failureCodes } from '@sigma/protocol'
import { asked } from './asking.ts'
import { chosen } from './choosing.ts'
import type { ReasoningInput, Router } from './input.ts'
import { routingAt } from './places.ts'
import type { ReasoningState, ReasoningStep, Undecided } from './state.ts'

/** Answers of the agent: the message is a route and why; it cannot choose, and the message says why. */
export const fixed = 'RT'
export const unfit = 'UN'

export const routerRole = 'router'

/** Characters of a reason that are kept. */
const mostWhy = 1_000

export function askRouter(
  input: ReasoningInput,
  router: Router,
  left: number = router.tries,
  refused: readonly Finding[] = [],
): ReasoningStep {
  return { state: { kind: 'choosing', input, left, refused }, effects: [askOf(input, router, refused)] }
}

function askOf({ task, routes }: ReasoningInput, router: Router, refused: readonly Finding[]): Ask {
  const { base, purposes, skills, crashes, turnMs } = router
  return {
    kind: 'ask',
    id: 'router',
    at: routingAt({ role: routerRole }),
    role: routerRole,
    phase: 'STEP',
    brief: {
      type: 'route',
      purpose: `Choose the route of a task: ${routes.join(' or ')}. Do nothing of the task.`,
      from: 'engine',
      subject: 'the route of a task',
      context: {},
      documents: [],
      refused,
      parameters: {
        task,
        routes: routes.map((route) => ({ route, purpose: purposes[route] ?? '' })),
        skills: skills.map((skill) => ({ ...skill })),
      },
    },
    codes: [fixed, unfit],
    writes: [],
    workspace: 'route',
    base,
    limitMs: turnMs,
    retry: [
      { causes: ['invalid', 'trespass'], times: 1 },
      ...(crashes === 0 ? [] : [{ causes: ['crash', 'timeout', 'late'], times: crashes } as const]),
    ],
  }
}

type Choosing = Extract<ReasoningState, { kind: 'choosing' }>

export function routerAnswered({ input, left, refused }: Choosing, { code, message }: Answered): ReasoningStep {
  if (code !== fixed) {
    const verb = failureCodes.includes(code) ? `gave up (${code})` : 'could not choose'
    return undecided(input, { why: `The router ${verb}: ${shortened(message)}`, reasons: [], spent: false })
  }
  const read = readChoice(message, input.routes)
  if (read !== null) return chosen(input, read.route, [`The router chose it: ${shortened(read.why)}`])
  const { router } = input
  const finding = unread(input.routes)
  if (router !== null && left > 1) return askRouter(input, router, left - 1, [...refused, finding])
  const times = router?.tries === 1 ? 'Its answer' : `None of its ${router?.tries} answers`
  const why = `The router named no route. ${times} ${router?.tries === 1 ? 'has not' : 'has'} the form that is wanted.`
  return undecided(input, { why, reasons: [finding], spent: false })
}

/** `<route>: <why>`, and nothing else: a word that is no route is none, however near it comes. */
function readChoice(
  message: string,
  routes: readonly string[],
): { readonly route: string; readonly why: string } | null {
  const [, route = '', why = ''] = /^([a-z][a-z0-9-]*): *(\S[\s\S]*)$/.exec(message.trim()) ?? []
  return routes.includes(route) ? { route, why } : null
}

const unread = (routes: readonly string[]): Finding => ({
  rule: 'no-route-named',
  message: 'The answer names no route that there is, with a reason.',
  remedy: `Answer ${fixed} with one of ${routes.join(', ')}, then a colon, then why.`,
})

export function routerFailed({ input }: Choosing, { cause, findings }: Failed): ReasoningStep {
  const [first] = findings
  const why = `The router failed (${cause})${first === undefined ? '.' : `: ${shortened(first.message)}`}`
  return undecided(input, { why, reasons: findings, spent: cause === 'budget' || cause === 'late' })
}

/** Its word counts for nothing: the route that is set for all other tasks, else a person. */
function undecided(input: ReasoningInput, why: Undecided): ReasoningStep {
  const { otherwise, routes } = input
  return otherwise !== null && routes.includes(otherwise)
    ? chosen(input, otherwise, ['No rule fits, and this route is set for all other tasks.', why.why])
    : asked(input, why)
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > mostWhy ? `${line.slice(0, mostWhy)}…` : line
}
