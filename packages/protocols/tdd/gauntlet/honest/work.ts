/** Honest work of many kinds, each with the run that it is played in. */
import type { HonestWork, TrialGround } from '@sigma/engine'
import { mayExchange, trialOf } from '../trial.ts'
import type { Variant } from './variant.ts'
import { variants } from './variants.ts'

export const work: readonly HonestWork[] = variants.map((variant) => {
  const { id, does, talk } = variant
  const rounds = talk === 'needs-change' || talk === 'needs-tests' ? 2 : 1
  // An honest test issue takes a demand back, which needs a person's word.
  const decide = talk === 'test-issue' ? 'accept' : null
  return {
    id,
    does,
    trial: trialOf(id, { rounds, variant, decide, holds: variant.held !== undefined }),
    whyNot: (ground) => whyNot(variant, ground),
  }
})

function whyNot({ only = {}, talk, needs = [] }: Variant, { theirs, layout, has }: TrialGround): string | null {
  const { modules, runners } = only
  if (modules !== undefined && layout.modules !== modules) return `modules are ${layout.modules} here`
  if (runners !== undefined && !runners.includes(theirs.runner)) return `${theirs.runner} cannot do it`
  if (talk === 'test-issue' && !mayExchange(theirs)) return 'no exchanges are allowed'
  const absent = needs.filter((name) => !has(name))
  return absent.length === 0 ? null : `${absent.join(' ')} is not installed here`
}
