/** The protocols that come with Sigma: one line each. */
import type { Kit } from '@sigma/engine'
import { designKit } from './design/kit.ts'
import { planKit } from './plan/kit.ts'
import { tddKit } from './tdd/kit.ts'

export const kits: readonly Kit[] = [tddKit, planKit, designKit]
