/** What `sigma answer` asks of the host, named on both sides by the same value. For people: turns have no way to it. */
import type { Operation } from '@sigma/engine'
import { type Finding, findingSchema } from '@sigma/protocol'
import { z } from 'zod'

export interface AnswerAsked {
  readonly run: string
  /** Of the ask; whichever attempt of it is the newest is answered. */
  readonly id: string
  readonly code: string
  readonly message: string
  readonly by: string
}

/** What became of an answer once the workspace was measured; refused: the same person is asked again. */
export interface AnswerTaken {
  readonly kind: 'taken' | 'refused'
  readonly findings: readonly Finding[]
  /** What of the workspace was taken in. */
  readonly changed: readonly string[]
}

const name = z.string().min(1).max(200)

export const answerOperation: Operation<AnswerAsked, AnswerTaken> = {
  name: 'answer',
  asked: z.strictObject({ run: name, id: name, code: z.string().max(100), message: z.string().max(50_000), by: name }),
  answer: z.object({
    kind: z.enum(['taken', 'refused']),
    findings: z.array(findingSchema),
    changed: z.array(z.string()),
  }),
}

/** `RC three tests`, or as agents print it: `→[RC, three tests]`. Whether the code is legal is judged elsewhere. */
export function readTyped(text: string): { readonly code: string; readonly message: string } {
  const arrow = /^\s*→\s*\[\s*([^\s,\]]+)\s*,?\s*(.*?)\s*\]\s*$/s.exec(text)
  const plain = /^\s*→?(\S+)\s*(.*?)\s*$/s.exec(text)
  const [, code = '', message = ''] = arrow ?? plain ?? []
  return { code, message }
}
