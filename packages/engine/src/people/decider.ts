import type { Consult, Json, Open } from '@sigma/protocol'
import { z } from 'zod'
import { decisionAmbiguous, decisionInput, decisionUnknown, optionUnknown, refused } from '../errors.ts'
import type { HostContext } from '../host/host-context.ts'
import { linesOf } from '../journal/journal.ts'

/** Takes a person's decision. What cannot be taken is refused with the way out, and changes nothing. */
export function decide(context: HostContext, answer: PersonsAnswer): void {
  const { run, id, open } = asked(context, answer.id)
  const { option, input, by, key = context.ports.ids.nonce() } = answer
  if (open === null && isTaken(context, run, key)) return
  if (open !== null) refuseUnfit(answer, open)
  const origin = { key, attempt: open?.attempt ?? null, caller: by }
  const { refusal } = context.take(run, { kind: 'decided', id, option, input, by }, origin)
  if (refusal !== null) throw refused(refusal)
}

export interface PersonsAnswer {
  /** `<run>/<effect id>`, or the run when it asks one thing only. */
  readonly id: string
  readonly option: string
  readonly input: Json
  readonly by: string
  /** The same key again is the same decision, given twice because a host died on the way. */
  readonly key?: string | undefined
}

function isTaken({ store }: HostContext, run: string, key: string): boolean {
  const lines = linesOf(store.database, run)
  return lines.some(({ recorded, disposition }) => recorded.envelope.key === key && disposition === 'applied')
}

interface OpenConsult {
  readonly attempt: string
  readonly effect: Consult
}

interface Asked {
  readonly run: string
  readonly id: string
  /** Null: decided already; the kernel knows by whom. */
  readonly open: OpenConsult | null
}

function asked({ ledger }: HostContext, name: string): Asked {
  const slash = name.indexOf('/')
  const run = slash < 0 ? name : name.slice(0, slash)
  const { kernel } = ledger.fold(run)
  const consults = Object.values(kernel?.open ?? {}).flatMap((open) => consultOf(open) ?? [])
  if (slash < 0) {
    const [only, ...others] = consults
    if (only === undefined) throw decisionUnknown(name)
    if (others.length > 0)
      throw decisionAmbiguous(
        run,
        consults.map(({ effect }) => `${run}/${effect.id}`),
      )
    return { run, id: only.effect.id, open: only }
  }
  const id = name.slice(slash + 1)
  const open = consults.find(({ effect }) => effect.id === id) ?? null
  if (open === null && kernel?.decisions.every((decision) => decision.id !== id)) throw decisionUnknown(name)
  return { run, id, open }
}

function consultOf({ attempt, effect }: Open): OpenConsult | null {
  return effect.kind === 'consult' ? { attempt, effect } : null
}

function refuseUnfit({ id, option, input: given }: PersonsAnswer, { effect }: OpenConsult): void {
  const rest = withoutNote(given)
  const chosen = effect.options.find(({ name }) => name === option)
  if (chosen === undefined)
    throw optionUnknown(
      id,
      option,
      effect.options.map(({ name }) => name),
    )
  if (chosen.input === null) {
    if (rest !== null) throw decisionInput(id, option, 'it takes no input')
    return
  }
  const schema = z.fromJSONSchema({ ...chosen.input })
  // The note may be what the option itself takes, and what demands nothing may be left out.
  if ([given, rest ?? {}].some((input) => schema.safeParse(input).success)) return
  const fits = schema.safeParse(rest)
  if (!fits.success) throw decisionInput(id, option, z.prettifyError(fits.error))
}

/** Every decision may carry a `note` beside what its option takes: why, in the person's words. */
function withoutNote(input: Json): Json {
  const noted = z.looseObject({ note: z.string() }).safeParse(input)
  if (!noted.success) return input
  const rest = z.record(z.string(), z.json()).parse(noted.data)
  const others = Object.entries(rest).filter(([name]) => name !== 'note')
  return others.length === 0 ? null : Object.fromEntries(others)
}
