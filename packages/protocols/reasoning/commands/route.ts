/** `sigma route "<task>"`: makes a reasoning session, and says what follows from it. */
import {
  type Asked,
  type Beginning,
  type Conversation,
  type Conversing,
  friendlyWord,
  SigmaError,
  sha256,
  slugOf,
  type Told,
} from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { type Directive, mandatory, quoted } from '../../steps/machine/directive.ts'
import { plainLines } from '../../writing/blocks.ts'
import { direct } from '../machine/asking.ts'
import type { ReasoningInput } from '../machine/input.ts'
import { routing as place } from '../machine/places.ts'
import { routerFor } from './router.ts'
import { routesFor } from './routes.ts'
import { readSettings } from './settings.ts'

/** Fails with `wrong-command-line` and `no-agent-for-role`, as `routesFor` does, and nothing is begun then. */
export async function begin(asked: Asked): Promise<Beginning> {
  const { subject: task, random } = asked
  if (task.trim() === '')
    throw new SigmaError('wrong-command-line', 'sigma route: the task is empty.', { hint: 'sigma route "<task>"' })
  const { key } = flagsSchema.parse(asked.flags)
  const end = key === undefined ? friendlyWord(random(6)) : sha256(`${task}\0${key}`).slice(0, 12)
  const run = `reason-${slugOf(task, 'task')}-${end}`
  // The same key is the same request, whatever has changed in the project meanwhile.
  const known = key === undefined ? null : asked.history.run(run)
  if (known !== null) return { run, input: known.input, summary: 'as it was begun', read: [] }
  const { input, summary } = await inputOf(asked)
  return { run, input: jsonOf(input), summary, read: [] }
}

const flagsSchema = z.object({ key: z.string().optional() })

async function inputOf(asked: Asked): Promise<{ readonly input: ReasoningInput; readonly summary: string }> {
  const settings = readSettings(asked.config)
  const { routing, limits } = settings
  const routes = await routesFor(asked.premises, routing)
  const input: ReasoningInput = {
    task: asked.subject,
    rules: [...routing.rules],
    otherwise: routing.otherwise,
    routes: [...routes.map(({ route }) => route), ...(routing.direct ? [direct] : [])],
    decisionMs: limits.decisions,
    router: routing.by === 'agent' ? routerFor(asked, settings, routes) : null,
  }
  const rules = `${routing.rules.length} ${routing.rules.length === 1 ? 'rule' : 'rules'}`
  return {
    input,
    summary: `step ${place.number} of ${place.of}, the route, by ${rules}${input.router === null ? '' : ', then by the router'}`,
  }
}

const stateSchema = z.object({
  kind: z.string(),
  route: z.string().nullish(),
  reasons: z.array(z.string()).default([]),
  undecided: z.object({ why: z.string() }).nullish(),
})

/** The directive to the dispatch, with the session and its route (EXE-18), once the route is fixed. */
export function routed({ begun, history }: Conversing): Conversation {
  const view = begun === null ? null : history.run(begun)
  if (begun === null || view === null) throw new Error('No reasoning session was begun.')
  const { kind } = stateSchema.parse(view.state)
  const told = (state: JsonObject): Told => toldOf(begun, state)
  return {
    call: null,
    awaits: kind === 'choosing' ? begun : undefined,
    told: () => told(view.state),
    refused: told,
  }
}

function toldOf(run: string, state: JsonObject): Told {
  const { route = null, reasons, undecided, kind } = stateSchema.parse(state)
  if (route === null) return kind === 'over' ? over(run, reasons) : waiting(run, undecided?.why ?? null)
  return route === direct ? withoutProtocol(run, reasons) : fixed(run, route, reasons)
}

const waiting = (run: string, why: string | null): Told => ({
  text: '',
  data: { reasoning_session_id: run, route: null, directive: null },
  notes: [
    `${run} waits for a person: ${plainLines(why ?? 'no rule says which route the task takes.').join(' ')}\nhint: sigma inbox`,
  ],
  exit: 3,
})

const over = (run: string, reasons: readonly string[]): Told => ({
  text: '',
  data: { reasoning_session_id: run, route: null, directive: null },
  notes: [`${run} is over without a route: ${reasons.flatMap(plainLines).join(' ')}`],
  exit: 2,
})

const listed = (reasons: readonly string[]): readonly string[] =>
  reasons.map((reason) => `- ${plainLines(reason).join(' ')}`)

function fixed(run: string, route: string, reasons: readonly string[]): Told {
  const command = `sigma dispatch --reasoning-session ${quoted(run)} --route ${quoted(route)}`
  const directive: Directive = { step: null, name: 'DISPATCH', command, session_id: run }
  return {
    text: [[`The route is ${route}:`, ...listed(reasons)].join('\n'), mandatory(directive)].join('\n\n'),
    data: jsonOf({ reasoning_session_id: run, route, reasons, directive }),
    notes: [],
    isLast: true,
    exit: 0,
  }
}

/** No protocol is run; that none is stands in the journal (EXE-08). */
const withoutProtocol = (run: string, reasons: readonly string[]): Told => ({
  text: [`The task is done directly, without a protocol (${run}):`, ...listed(reasons)].join('\n'),
  data: jsonOf({ reasoning_session_id: run, route: direct, reasons, directive: null }),
  notes: [],
  exit: 0,
})
