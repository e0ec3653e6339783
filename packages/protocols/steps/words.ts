/** What a session says to people in its own words. */
import { type CallText, plainWords, type WordedCall, type Words } from '@sigma/engine'
import { z } from 'zod'
import { oneLine } from '../writing/blocks.ts'
import { replySchema } from './machine/reply.ts'

const foundSchema = z.union([
  z.object({ skills: z.array(z.object({ name: z.string(), phases: z.array(z.unknown()) })) }),
  z.object({ bytes: z.number() }),
])

export const stepsWords: Words = {
  ...plainWords,
  unit: { one: 'step', many: 'steps' },
  call: callText,
  measurement: (data) => {
    const { data: found } = foundSchema.safeParse(data)
    return { instead: null, measured: found === undefined ? '' : measuredText(found), warnings: [] }
  },
}

const measuredText = (found: z.infer<typeof foundSchema>): string =>
  'bytes' in found
    ? `${found.bytes} bytes of memory`
    : found.skills
        .map(({ name, phases }) => `${name}: ${phases.length} ${phases.length === 1 ? 'phase' : 'phases'}`)
        .join(', ')

const givenSchema = z.object({ step: z.number().optional(), output: z.record(z.string(), z.json()).nullish() })

/** E.g. `step 2: completed {"domain":"web"}`. */
function callText({ verb, arguments: given, result }: WordedCall): CallText {
  const { step, output } = givenSchema.safeParse(given).data ?? {}
  const called = step === undefined ? verb : `${verb} ${step}`
  const said = output == null ? '' : ` ${oneLine(JSON.stringify(output), 120)}`
  switch (result?.kind) {
    case undefined:
      return { text: `${called}${said}`, refused: [] }
    case 'refused': {
      const { rule, reason, remedy } = result
      return { text: `${called}: refused${said}`, refused: [{ rule, message: reason, remedy }] }
    }
    case 'replied': {
      const { data: reply } = replySchema.safeParse(result.data)
      const outcome = reply === undefined ? null : outcomes[reply.outcome]
      return { text: `${called}${outcome === null ? '' : `: ${outcome}`}${said}`, refused: reply?.reasons ?? [] }
    }
  }
}

const outcomes = {
  dispatched: null,
  entered: 'what is due is told',
  started: 'its text is shown',
  unmet: 'not completed',
  completed: 'completed',
  repeated: 'was completed before',
  finished: 'the protocol is completed',
} as const
