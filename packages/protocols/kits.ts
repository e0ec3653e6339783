/** The protocols that come with Sigma: one line each. */
import type { Kit } from '@sigma/engine'
import { planKit } from './plan/kit.ts'
import { reviewKit } from './review/kit.ts'
import { tddKit } from './tdd/kit.ts'

export const kits: readonly Kit[] = [tddKit, planKit, reviewKit]
