/** Agents, gates and people that do anything at all, the same for the same seed, however often a host dies. */

import type { Decision } from '@sigma/engine'
import { seededChoice } from '@sigma/engine/testing'
import type { Check, Verdict } from '@sigma/protocol'
import type { Does, Script, Told } from './scripted-agents.ts'
import type { Judge } from './scripted-gates.ts'
import { workOf } from './scripts.ts'

export interface Liars {
  readonly script: Script
  readonly judge: Judge
  readonly choose: (
    decision: Decision,
    count: number,
  ) => { readonly option: string; readonly input: null | { readonly commit: string } }
}

const failures = ['crash', 'timeout', 'invalid', 'unavailable'] as const
/** Options by which a person hands in work. */
const withCommit: ReadonlySet<string> = new Set(['fix', 'merged'])
/** So many decisions of a question, then the person has enough. */
const patience = 3

/** `honesty` (0 to 1) is how often each of them does what it should. */
export function liars(seed: number, honesty: number): Liars {
  const choice = seededChoice(seed)
  const pick = <Item>(items: readonly Item[], question: string): Item | undefined =>
    items[Math.floor(choice(question) * items.length)]

  function lie(told: Told): Does {
    const files = workOf(told)
    const [first] = told.codes
    const lies: readonly Does[] = [
      ...failures.map((failure): Does => ({ files, failure })),
      { files: { ...files, 'package.json': '{"scripts":{}}' }, code: first ?? 'EX' },
      { files: { '../outside.js': 'x' }, code: first ?? 'EX' },
      { code: first ?? 'EX', message: 'I did nothing at all.' },
      { files, code: 'NONSENSE' },
      ...told.codes.map((code): Does => ({ files, code, message: `${code}, I say.` })),
    ]
    return pick(lies, `lie ${told.question}`) ?? {}
  }

  return {
    script: (told) => {
      const [code] = told.codes
      const honest: Does = { files: workOf(told), code: code ?? 'EX', message: 'Done.' }
      const ms = Math.floor(choice(`time ${told.question}`) * 90_000)
      return { ...(choice(`honest ${told.question}`) < honesty ? honest : lie(told)), ms }
    },
    judge: ({ gate, commit }: Check): Verdict => {
      const roll = choice(`${gate} ${commit}`)
      if (roll < honesty) return 'pass'
      if (roll > 0.98) throw new Error('The checker broke.')
      return roll > 0.95 ? 'unknown' : 'fail'
    },
    choose: ({ id, consult }, count) => {
      const names = consult.options.map(({ name }) => name)
      const option = count < patience ? (pick(names, `${id} ${count}`) ?? consult.fallback) : 'abort'
      return { option, input: withCommit.has(option) ? { commit: 'base' } : null }
    },
  }
}
