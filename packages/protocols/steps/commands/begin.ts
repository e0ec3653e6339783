/** `sigma dispatch`: the one way in which an execution session is made (EXE-70). */
import { type Asked, type Beginning, type History, type RunView, sha256 } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { folderOf } from '../machine/built-in.ts'
import type { Definition } from '../machine/definition.ts'
import { limitsSchema, type StepsInput, stepsInputSchema } from '../machine/input.ts'
import { runOf } from '../machine/paths.ts'
import { definitionNamed } from '../own/named.ts'
import { foreignReasoning, otherRoute, wrongLine } from './errors.ts'
import { readSettings, type Settings } from './settings.ts'

const flagsSchema = z.object({
  reasoningSession: z.string().optional(),
  route: z.string().optional(),
  key: z.string().optional(),
})

/** Fails with `wrong-command-line`, `reasoning-foreign`, `route-open` and `route-other`, and nothing is begun then. */
export function dispatch(asked: Asked): Beginning {
  const { reasoningSession: id, route, key } = flagsSchema.parse(asked.flags)
  if (id === undefined || id.trim() !== id || id === '' || id.length > 200)
    throw wrongLine('dispatch', 'the reasoning session is needed: --reasoning-session <id>.')
  if (route === undefined) throw wrongLine('dispatch', 'the route is needed: --route <route>.')
  const settings = readSettings(asked.config)
  // An execution session reasons about nothing.
  const reasoned = asked.history.run(id)
  const foreign = reasoned === null || reasoned.protocol === 'steps'
  if (reasoned !== null && !foreign) requireRoute(reasoned, route)
  if (foreign && settings.steps.reasoning === 'known') throw foreignReasoning(id)
  const keyed = key === undefined ? null : textOf(Buffer.from(sha256(`${id}\0${route}\0${key}`), 'hex'))
  // The same key is the same request, whatever has changed in the project meanwhile, the table too.
  const known = keyed === null ? null : asked.history.run(runOf({ folder: folderOf(route) }, keyed))
  const definition = known === null ? definitionNamed(route, asked.place.root) : definitionIn(known)
  const session = keyed ?? fresh(definition, asked)
  const run = runOf(definition, session)
  const input = known?.input ?? jsonOf(inputOf(asked, settings, { definition, session, reasoning: { id, foreign } }))
  const origin = `the reasoning session ${id}${foreign ? ', which is foreign' : ''}`
  const summary = `${definition.type} in ${definition.steps.length} steps, from ${origin}`
  return { run, input, summary, read: [] }
}

/** A run keeps the definition that it began with. */
const definitionIn = ({ input }: RunView): Definition => stepsInputSchema.parse(input).definition

/** A reasoning session of Sigma's own says which route it fixed; another run of the project says nothing of one (EXE-03). */
function requireRoute({ run, state, protocol }: RunView, route: string): void {
  if (protocol !== 'reasoning') return
  const { route: fixed = null } = fixedSchema.parse(state)
  if (fixed !== route) throw otherRoute(run, route, fixed)
}

const fixedSchema = z.object({ route: z.string().nullish() })

type Made = Pick<StepsInput, 'definition' | 'session' | 'reasoning'>

function inputOf(
  { place, base, budgets, templates }: Asked,
  { steps, guarded, limits }: Settings,
  made: Made,
): StepsInput {
  const { reissues, verdicts, questions, memoryBytes } = steps
  return {
    ...made,
    base,
    guarded: place.globsInRepository(guarded),
    limits: limitsSchema.parse({
      ...{ reissues, verdicts, questions, memoryBytes },
      ...{ crashes: limits.crashes, asks: limits.asks, turnMs: limits.turn, decisionMs: limits.decisions },
    }),
    budgets,
    prompts: templates,
  }
}

/** One that no session of the project has (EXE-36). */
function fresh(
  definition: Definition,
  { random, history }: { readonly random: Asked['random']; readonly history: Pick<History, 'run'> },
): string {
  for (;;) {
    const session = textOf(random(6))
    if (history.run(runOf(definition, session)) === null) return session
  }
}

/** The first 12 characters of a UUID's text. */
function textOf(bytes: Uint8Array): string {
  const digits = Buffer.from(bytes).toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 11)}`
}
