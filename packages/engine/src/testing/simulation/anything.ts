/** Agents, gates and people of a simulation: each does anything at all, the same for the same seed however often a host dies. */
import type { CallSpec, Check, Consult, Json, JsonObject, Verdict } from '@sigma/protocol'
import { seededChoice } from '../seeded.ts'
import type { Does, Script, Told } from './scripted-agents.ts'
import type { Judge } from './scripted-gates.ts'

export interface Anything {
  readonly script: Script
  readonly judge: Judge
  /** What the person answers who was asked this so many times before; null: nothing, until the question expires. */
  readonly choose: (
    consult: Consult,
    id: string,
    count: number,
  ) => { readonly option: string; readonly input: Json } | null
  /** The call that somebody makes in that state, after so many; null: nobody calls there. */
  readonly call: (calls: readonly CallSpec[], state: string, count: number) => Called | null
}

interface Called {
  readonly verb: string
  readonly arguments: Json
}

const failures = ['crash', 'timeout', 'invalid', 'unavailable'] as const
/** So many decisions of a question, or calls of a run, then people have enough. */
const patience = { decisions: 3, calls: 40 }

/** `honesty` (0 to 1): how often each of them does what it should. */
export function anything(seed: number, honesty: number): Anything {
  const choice = seededChoice(seed)
  const pick = <Item>(items: readonly Item[], question: string): Item | undefined =>
    items[Math.floor(choice(question) * items.length)]

  function lie(told: Told): Does {
    const files = workOf(told)
    const [code = 'EX'] = told.codes
    const lies: readonly Does[] = [
      ...failures.map((failure): Does => ({ files, failure })),
      { files: { '../outside.txt': 'x' }, code },
      { code, message: 'I did nothing at all.' },
      { files, code: 'NONSENSE' },
      ...told.codes.map((each): Does => ({ files, code: each, message: `${each}, I say.` })),
    ]
    return pick(lies, `lie ${told.question}`) ?? {}
  }

  return {
    script: (told) => {
      const [code = 'EX'] = told.codes
      const ms = Math.floor(choice(`time ${told.question}`) * 90_000)
      const isHonest = choice(`honest ${told.question}`) < honesty
      return { ...(isHonest ? { files: workOf(told), code, message: 'Done.' } : lie(told)), ms }
    },
    judge: (check) => {
      const roll = choice(`${check.gate} ${check.commit}`)
      if (roll > 0.98 && roll >= honesty) throw new Error('The gate broke.')
      const verdict: Verdict = roll < honesty ? 'pass' : roll > 0.95 ? 'unknown' : 'fail'
      return { verdict, data: found(check, pick) }
    },
    choose: ({ options, fallback, expiryMs }, id, count) => {
      const isLeft = count >= patience.decisions
      if (!isLeft && expiryMs !== null && choice(`sleeps ${id} ${count}`) > honesty) return null
      const last = options.find(({ name }) => name === 'abort') ?? options.find(({ name }) => name === fallback)
      const option = isLeft ? last : pick(options, `${id} ${count}`)
      return { option: option?.name ?? fallback, input: exampleOf(option?.input ?? null) }
    },
    call: (calls, state, count) => {
      const every = calls.flatMap(({ verb, samples }) => samples.map((each) => ({ verb, arguments: each })))
      if (count >= patience.calls || choice(`calls ${count} ${state}`) < 0.3) return null
      return pick(every, `call ${count} ${state}`) ?? null
    },
  }
}

/** A file that may be written, with content that tells the turn. */
function workOf({ writable, question }: Told): NonNullable<Does['files']> {
  const glob = writable.find((each) => !each.startsWith('!'))
  return glob === undefined ? {} : { [glob.replaceAll('**', 'made').replaceAll('*', 'made')]: question }
}

type Choose = (items: readonly JsonObject[], question: string) => JsonObject | undefined

const found = ({ gate, commit, finds = [] }: Check, pick: Choose): JsonObject =>
  pick(finds, `finds ${gate} ${commit}`) ?? {}

/** The first example that the option gives of what it takes. */
function exampleOf(schema: JsonObject | null): Json {
  const examples = schema?.['examples']
  return Array.isArray(examples) ? (examples[0] ?? null) : null
}
