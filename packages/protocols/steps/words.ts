/** What a session says to people in its own words. */
import { plainWords, type Words } from '@sigma/engine'
import { z } from 'zod'

const foundSchema = z.union([
  z.object({ skills: z.array(z.object({ name: z.string(), phases: z.array(z.unknown()) })) }),
  z.object({ bytes: z.number() }),
])

export const stepsWords: Words = {
  ...plainWords,
  unit: { one: 'step', many: 'steps' },
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
