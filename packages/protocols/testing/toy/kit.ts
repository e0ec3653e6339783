/** What letters bring: see `Kit`. */
import { aboutNothing, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { letterCommand, wishCommand } from './commands.ts'
import { letter } from './machine.ts'

export const letterKit: Kit = kit({
  protocol: letter,
  about: ({ to, base, budgets }) => ({
    ...aboutNothing,
    subject: to,
    base,
    budgets,
    units: [{ name: 'letter', called: 'the letter', aliases: [], within: '' }],
  }),
  standing: (state) => {
    const read = z.object({ kind: z.string(), head: z.string() }).safeParse(state)
    return read.success ? { working: [{ unit: 'letter', workspace: 'desk', head: read.data.head }] } : null
  },
  wholeGates: ['greeting'],
  gates: async () => (await import('./gates.ts')).gateKit,
  gauntlet: null,
  sample: {
    limits: ['tries'],
    of: ({ tries = 2 }) => jsonOf({ to: 'ada', base: '1'.repeat(40), tries, turnMs: 60_000, budgets: [] }),
  },
  roles: ['writer', 'reader'],
  phases: ['Write', 'Read'],
  commands: [letterCommand, wishCommand],
  example: null,
})
