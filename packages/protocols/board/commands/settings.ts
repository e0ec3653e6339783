/** What a board reads of the configuration, which was looked at before. */
import { z } from 'zod'
import { rolesNamed } from '../machine/role-names.ts'

const count = (least: number, most = 10_000) => z.number().int().min(least).max(most)
const texts = z.array(z.string().trim().min(1).max(200)).min(1).max(10)

/** A role of the project's own is one that nobody knows without it. */
const perspectiveName = z.string().superRefine((name, { addIssue }) => {
  const known = rolesNamed([name], { perspectives: {} })
  if (!('rule' in known)) addIssue({ code: 'custom', message: `${name} comes with Sigma; choose another name` })
  else if (known.rule !== 'role-unknown')
    addIssue({ code: 'custom', message: 'a word of letters, digits, _ and -, such as "security", names a perspective' })
})

const perspective = z.strictObject({
  /** What the role cares about. */
  cares: texts,
  /** What it pushes back on. */
  pushes: texts,
})

/** In the words of `limits` and `budgets`. */
const amounts = z.strictObject({
  asks: count(1).exactOptional(),
  tokens: count(1, 1e12).exactOptional(),
  minutes: z.number().positive().max(1e6).exactOptional(),
  cost: z.number().min(0.000_001).max(1e6).exactOptional(),
})

/** What rooms know of a configuration, with its defaults. */
export const ownSettings = {
  top: {
    rooms: z
      .strictObject({
        /** Perspectives by name, for `pm phase --roles` (ROOM-97). */
        perspectives: z.record(perspectiveName, perspective).default({}),
        /** More than one implementation at a time (ROOM-72). */
        parallel: z.boolean().default(false),
        /** Files that owners and roles of build phases may change, but for those that are guarded. */
        writes: z.array(z.string().min(1)).readonly().default(['**']),
        /** What each task may use with its subtasks; absent: no bound of its own (ROOM-148). */
        budget: amounts.default({}),
        limits: z
          .strictObject({
            /** The owner included. */
            agentsPerPhase: count(1, 100).default(3),
            depth: count(0, 100).default(4),
            activeTasks: count(1).default(10),
            /** Of one phase, with all extensions. */
            messages: count(1, 1_000).default(50),
            /** Of one task. */
            phases: count(1).default(20),
            messageBytes: count(1, 1024 * 1024).default(16 * 1024),
            /** Of one agent within `respawnMinutes`. */
            respawns: count(0, 100).default(3),
            respawnMinutes: count(1).default(10),
            /** Times that an owner is asked again which ended its turn with nothing to wait for. */
            nudges: count(0, 100).default(3),
            /** How long a role may take to leave a phase that closed. */
            leaveSeconds: count(0, 3_600).default(30),
          })
          .prefault({}),
      })
      .prefault({}),
  },
  limits: {},
}

const settingsSchema = z.object({
  guarded: z.array(z.string()),
  agents: z.record(z.string(), z.object({ kind: z.string() })),
  roles: z.record(z.string(), z.string()),
  ...ownSettings.top,
  limits: z.object({
    asks: z.number(),
    /** In milliseconds, as `decisions` too. */
    turn: z.number(),
    decisions: z.number(),
  }),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)
