/** A command line that a host which stands by carries out for a process that has none of Sigma's code. */
import { type Operation, operation } from '@sigma/engine'
import { z } from 'zod'
import { type LineAnswer, lineAnswer, lineWords } from '../live/operations.ts'
import type { Ground } from './ground.ts'

export interface StandbyAsked extends Ground {
  readonly words: readonly string[]
  readonly key: string
  readonly cwd: string
}

export const standbyLine: Operation<StandbyAsked, LineAnswer> = operation(
  'standby-line',
  z.strictObject({
    words: lineWords,
    key: z.string().min(1).max(200),
    cwd: z.string(),
    env: z.record(z.string(), z.string()),
    program: z.array(z.string()).readonly(),
  }),
  lineAnswer,
)
