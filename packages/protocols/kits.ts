/** The protocols that come with Sigma: one line each. */
import type { Kit } from '@sigma/engine'
import { planKit } from './plan/kit.ts'
import { projectKit } from './project/kit.ts'
import { tddKit } from './tdd/kit.ts'

const stages: readonly Kit[] = [tddKit, planKit]

export const kits: readonly Kit[] = [...stages, projectKit(stages)]
