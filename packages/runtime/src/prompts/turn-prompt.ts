import type { TurnRequest } from '@sigma/engine'
import { type Prompt, promptOf, type RunPrompts } from './prompt.ts'

/** What whoever plays this turn is told. `resumed`: it goes on with the session of an interrupted attempt. */
export function turnPrompt(
  { run, handoff, env = {}, report }: Pick<TurnRequest, 'run' | 'handoff' | 'env' | 'report'>,
  promptsOf: ((run: string) => RunPrompts) | undefined,
  resumed: boolean,
): Prompt {
  return promptOf(handoff, {
    ...promptsOf?.(run),
    report: report !== undefined,
    rehearses: Object.hasOwn(env, 'SIGMA_GATES'),
    resumed,
  })
}
