/** What letters bring: see `Kit`. */
import { aboutNothing, type Kit, kit, type Standing } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { letterCommand, wishCommand } from './commands.ts'
import { letter } from './machine/letter.ts'
import { letterTasks } from './tasks.ts'

export const letterKit: Kit = kit({
  protocol: letter,
  about: ({ to, base }) => ({
    ...aboutNothing,
    subject: to,
    base,
    units: [{ name: 'letter', called: 'the letter', aliases: [], within: '' }],
  }),
  standing,
  words: {
    unit: { one: 'letter', many: 'letters' },
    measurement: (data) => {
      const { lines = 0 } = z.object({ lines: z.number() }).safeParse(data).data ?? {}
      return { instead: null, measured: `${lines} lines`, warnings: [] }
    },
    shown: [],
    compared: [],
    regressions: [],
  },
  wholeGates: ['greeting'],
  gates: async () => (await import('./gates.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files.ts')).archiveOf,
  sample: {
    limits: ['tries'],
    of: ({ tries = 2 }) => jsonOf({ to: 'ada', base: '1'.repeat(40), tries, turnMs: 60_000 }),
  },
  tasks: letterTasks,
  templates: async () => (await import('./prompts.ts')).templates,
  commands: [letterCommand, wishCommand],
  settings: { top: {}, limits: {} },
  report: null,
  stage: null,
  example: null,
})

const stateSchema = z.object({ kind: z.string(), head: z.string() })

function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, head } = data
  return {
    step: kind,
    progress: { done: kind === 'over' ? 1 : 0, skipped: 0, all: 1 },
    working: kind === 'over' ? [] : [{ unit: 'letter', workspace: 'desk', head }],
  }
}
