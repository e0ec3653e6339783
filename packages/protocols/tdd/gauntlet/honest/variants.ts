import { codeVariants } from './coding-work.ts'
import { laterVariants, testVariants } from './testing-work.ts'
import type { Variant } from './variant.ts'

/** Honest work of many kinds: no configuration may refuse it. */
export const variants: readonly Variant[] = [...codeVariants, ...testVariants, ...laterVariants]
