/** The protocols of a sigma that tests start: `sigma design` takes a wish, as whoever spawns the protocol gives it one. */
import type { Begin, Kit, KitCommand } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { designKit } from '../design/kit.ts'
import { kits as shipped } from '../kits.ts'

/**
 * Asked for by a sigma in which this stands for the registry.
 * @public
 */
export { areAllKnown } from '../kits.ts'

const flagsSchema = z.object({
  wish: z.string(),
  acceptance: z.enum(['critic', 'person', 'recorded']).default('critic'),
})

const wishing =
  (begin: Begin): Begin =>
  async ({ flags, ...asked }) => {
    const { wish, acceptance } = flagsSchema.parse(flags)
    const beginning = await begin({ ...asked, flags: {} })
    const input = z.record(z.string(), z.json()).parse(beginning.input)
    return { ...beginning, input: jsonOf({ ...input, wish, acceptance, subject: null }) }
  }

const text = (brief: string) => ({ kind: 'text', brief, placeholder: 'text' }) as const

function wished(command: KitCommand): KitCommand {
  const { does } = command
  if (does.kind !== 'begins') return command
  return {
    ...command,
    flags: { wish: text('What is wished for'), acceptance: text('Who accepts at the end') },
    does: { ...does, keeps: { flags: [], called: '' }, load: async () => wishing(await does.load()) },
  }
}

const wishKit: Kit = { ...designKit, commands: designKit.commands.map(wished) }

export const kits: readonly Kit[] = shipped.map((kit) => (kit === designKit ? wishKit : kit))
