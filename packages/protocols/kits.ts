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

export const kits: readonly Kit[] = [...stages, projectKit(stages), boardKit, validationKit, reasoningKit, stepsKit]
