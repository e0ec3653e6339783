/** What `sigma answer` asks of the host, named on both sides by the same value. For people: turns have no way to it. */
import type { Operation } from '@sigma/engine'
import { findingSchema } from '@sigma/protocol'
import { z } from 'zod'

const name = z.string().min(1).max(200)

const asked = z.strictObject({
  run: name,
  /** Id of the ask; its newest attempt is answered. */
  id: name,
  code: z.string().max(100),
  message: z.string().max(50_000),
  by: name,
})

/** What became of an answer once the workspace was measured; refused: the same person is asked again. */
const answer = z.object({
  kind: z.enum(['taken', 'refused']),
  findings: z.array(findingSchema).readonly(),
  /** What of the workspace was taken in. */
  changed: z.array(z.string()).readonly(),
})

export type AnswerAsked = z.infer<typeof asked>
export type AnswerTaken = z.infer<typeof answer>

export const answerOperation: Operation<AnswerAsked, AnswerTaken> = { name: 'answer', asked, answer }

/** `RC three tests`, or as agents print it: `→[RC, three tests]`. Whether the code is legal is judged elsewhere. */
export function readTyped(text: string): { readonly code: string; readonly message: string } {
  const arrow = /^\s*→\s*\[\s*([^\s,\]]+)\s*,?\s*(.*?)\s*\]\s*$/s.exec(text)
  const plain = /^\s*→?(\S+)\s*(.*?)\s*$/s.exec(text)
  const [, code = '', message = ''] = arrow ?? plain ?? []
  return { code, message }
}
