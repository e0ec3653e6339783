/** `sigma route "<task>"`: makes a reasoning session, and says what follows from it. */
import {
  type Asked,
  type Beginning,
  type Conversation,
  type Conversing,
  friendlyWord,
  SigmaError,
  slugOf,
  type Told,
} from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { routes } from '../../steps/machine/built-in.ts'
import { type Directive, mandatory, quoted } from '../../steps/machine/directive.ts'
import { plainLines } from '../../writing/blocks.ts'
import type { ReasoningInput } from '../machine/reasoning.ts'
import { readSettings } from './settings.ts'

export function begin({ subject: task, config, random }: Asked): Beginning {
  if (task.trim() === '')
    throw new SigmaError('wrong-command-line', 'sigma route: the task is empty.', { hint: 'sigma route "<task>"' })
  const { routing, limits } = readSettings(config)
  const input: ReasoningInput = {
    task,
    rules: [...routing.rules],
    otherwise: routing.otherwise,
    routes,
    decisionMs: limits.decisions,
  }
  return {
    run: `reason-${slugOf(task, 'task')}-${friendlyWord(random(6))}`,
    input: jsonOf(input),
    summary: `${routing.rules.length} ${routing.rules.length === 1 ? 'rule' : 'rules'}`,
    read: [],
  }
}

const stateSchema = z.object({
  kind: z.string(),
  route: z.string().nullish(),
  reasons: z.array(z.string()).default([]),
})

/** The directive to the dispatch, with the session and its route (EXE-18). */
export function routed({ begun, history }: Conversing): Conversation {
  const view = begun === null ? null : history.run(begun)
  if (begun === null || view === null) throw new Error('No reasoning session was begun.')
  const { route = null, reasons } = stateSchema.parse(view.state)
  const told = route === null ? waiting(begun) : fixed(begun, route, reasons)
  return { call: null, told: () => told, refused: () => told }
}

const waiting = (run: string): Told => ({
  text: '',
  data: { reasoning_session_id: run, route: null, directive: null },
  notes: [`${run} waits for a person: no rule says which route the task takes.\nhint: sigma inbox`],
  exit: 3,
})

function fixed(run: string, route: string, reasons: readonly string[]): Told {
  const command = `sigma dispatch --reasoning-session ${quoted(run)} --route ${quoted(route)}`
  const directive: Directive = { step: null, name: 'DISPATCH', command, session_id: run }
  const why = reasons.map((reason) => `- ${plainLines(reason).join(' ')}`)
  return {
    text: [[`The route is ${route}:`, ...why].join('\n'), mandatory(directive)].join('\n\n'),
    data: jsonOf({ reasoning_session_id: run, route, reasons, directive }),
    notes: [],
    exit: 0,
  }
}
