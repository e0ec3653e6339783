/** The protocols that come with Sigma: one line each. */
import type { Kit } from '@sigma/engine'
import { boardKit } from './board/kit.ts'
import { designKit } from './design/kit.ts'
import { planKit } from './plan/kit.ts'
import { projectKit } from './project/kit.ts'
import { reasoningKit } from './reasoning/kit.ts'
import { reviewKit } from './review/kit.ts'
import { stepsKit } from './steps/kit.ts'
import { tddKit } from './tdd/kit.ts'
import { validationKit } from './validation/kit.ts'

const stages: readonly Kit[] = [tddKit, planKit, designKit, reviewKit]

/** Those that come with Sigma. */
export const shipped: readonly Kit[] = [...stages, projectKit(stages), boardKit, validationKit, reasoningKit, stepsKit]

/** The protocols of this process: with those that its project brings, once they are adopted. */
export let kits: readonly Kit[] = [...shipped]

/** Whether these are all: false where the project brings others that were left out. */
export let areAllKnown = true

export function adopt(own: readonly Kit[], areAll: boolean): void {
  kits = [...shipped, ...own]
  areAllKnown = areAll
}
