/** What a review takes of the configuration, which was looked at before. */
import type { Asked } from '@sigma/engine'
import { z } from 'zod'
import type { ReviewSettings } from '../machine/input.ts'

const count = z.number()
const configSchema = z.object({
  limits: z.object({
    reasks: count,
    crashes: count,
    asks: count,
    /** In milliseconds, as `decisions` too. */
    turn: count,
    decisions: count,
  }),
})

/** The part of a review's input that is the same whatever is reviewed: whoever has reviews made by another run hands it on. */
export function reviewSettings({
  config,
  project,
  budgets,
  templates,
}: Pick<Asked, 'config' | 'project' | 'budgets' | 'templates'>): ReviewSettings {
  const { turn: turnMs, decisions: decisionMs, ...counts } = configSchema.parse(config).limits
  return { project, limits: { ...counts, turnMs, decisionMs }, budgets, prompts: templates }
}
