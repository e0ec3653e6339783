/**
 * `sigma.config.json`: everything optional, every default in one place. Durations are read as milliseconds;
 * globs are relative to the folder of the configuration, `!` takes away, later ones win.
 */
import { isAbsolute, normalize } from 'node:path/posix'
import { nearest } from '@sigma/engine/reading'
import { commandWords } from '@sigma/protocol'
import { agentConfigSchema, aTurn, hostsSchema } from '@sigma/runtime'
import { z } from 'zod'
import { budgetsSchema, costSchema, minutesSchema, tokensSchema } from './budgets.ts'
import { durationSchema } from './duration.ts'
import { graceSchema } from './grace.ts'
import { broughtTo, hasFreeRoles, mayBeUnknown, phases, playedRoles, units } from './protocol-words.ts'
import { sizeSchema } from './size.ts'
import { testNode, testReads, testVariables } from './tests-settings.ts'

export const runners = ['node:test', 'vitest', 'jest'] as const
export type RunnerName = (typeof runners)[number]

/**
 * What no agent may change, whatever its role: it decides how tests run, what is installed (DPTR-73), or what agents are
 * told that work here next, whatever they are told by Sigma (T7).
 */
export const defaultGuarded: readonly string[] = [
  'package.json',
  '**/package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock*',
  '*.config.*',
  '**/*.config.*',
  '.github/**',
  '.gitlab-ci.yml',
  '.circleci/**',
  '**/.gitattributes',
  '.gitmodules',
  '**/{*tsconfig,jsconfig}*.json',
  '**/{stryker,.stryker}.conf*',
  '**/vitest.workspace.*',
  '**/{vitest,jest}.setup.*',
  // What nearly every tool calls its settings, and what it is to leave out.
  '**/.*rc',
  '**/.*rc.*',
  '**/.*ignore',
  '**/.{editorconfig,flowconfig,xo-config}*',
  '**/.{markdownlint,cspell,biome,dprint,oxfmt,rome,tslint,jscpd,ls-lint,standard,dependency-cruiser}*',
  '**/{biome,dprint,rome,knip,cspell,tslint,oxlint,deno}.{json,jsonc,json5,yaml,yml,toml}',
  '**/__snapshots__/**',
  '**/*.snap',
  '**/*.snapshot',
  '**/{AGENTS,AGENTS.override,CLAUDE,CLAUDE.local,GEMINI}.md',
  '**/.{claude,codex,cursor,gemini,opencode}/**',
  '**/{.mcp.json,.cursorrules,.windsurfrules,opencode.json,opencode.jsonc}',
]

/** Folder of a project's own prompt templates, where none is named. */
export const defaultPrompts = 'sigma-prompts'

const globs = z.array(z.string().min(1)).readonly()
const command = z.string().refine((text) => commandWords(text) !== null, {
  error: 'a command that needs no shell, such as "npm run lint"',
})
const percent = z.number().min(0).max(100)
const count = (least: number) => z.number().int().min(least).max(10_000)

const testsSchema = z.strictObject({
  runner: z.enum(runners).default('node:test'),
  files: globs.default(['test/**']),
  /** What fails before a run begins already: `ask` a person once, or go on with it as `known`. */
  tolerate: z.enum(['ask', 'known']).default('ask'),
  /** Held-out tests, which QA writes with other inputs and the developer is not shown: `auto` where a behaviour has inputs. */
  held: z.enum(['auto', 'off']).default('off'),
  /** What runs between phases: everything, only what a change reaches, or that only where the suite takes 10 s or more. */
  scope: z.enum(['auto', 'all', 'reached']).default('auto'),
  /** Places that tests may connect to in the sandbox, as `host:port`; none: nothing but themselves. */
  hosts: hostsSchema.default([]),
  /** Variables beside those that `npm test` would give them. */
  env: testVariables.default({}),
  /** Arguments of Node for each test file, where the runner is Node's own. */
  node: testNode.default([]),
  /** Files beside the commit's own that are laid into checkouts as copies; `.git`: a repository. */
  reads: testReads.default([]),
})
const coverageSchema = z.strictObject({
  lines: percent.default(0),
  functions: percent.default(0),
  branches: percent.default(0),
  statements: percent.default(0),
})
const limitsSchema = z.strictObject({
  turn: durationSchema.prefault('30m'),
  /** How much longer a turn may take once it was reminded at its limit; `auto`: a sixth of it; null: no longer, and nobody is reminded. */
  reminder: graceSchema.nullable().prefault('auto'),
  check: durationSchema.prefault('10m'),
  ...broughtTo('limits'),
  tries: count(1).default(3),
  reasks: count(0).default(1),
  /** Further attempts of a turn whose agent crashes, or hangs until the turn's time is over (D9). */
  crashes: count(0).default(0),
  asks: count(1).default(600),
  /** Agent turns in flight at once, over all runs (SIG-106). */
  turns: count(1).default(6),
  /** Failures of one agent in a row until it is paused (SIG-107). */
  failures: count(1).default(5),
  /** Tokens of the whole run, into the model and out of it; null: any number. */
  tokens: tokensSchema.nullable().default(null),
  /** Minutes that the run's agents work, all together; null: any time. */
  minutes: minutesSchema.nullable().default(null),
  /** Cost of the whole run, in US dollars; null: any. */
  cost: costSchema.nullable().default(null),
  decisions: durationSchema.prefault('7d'),
  /** How long a host waits that step commands leave behind; null: none is left. */
  standby: durationSchema.nullable().prefault('10m'),
  /** Bytes of disk that Sigma should take for the project; null: any. */
  disk: sizeSchema.nullable().default(null),
  /** Processes and threads at once, of one turn or one test command with all that it starts. */
  processes: z.number().int().min(10).max(1_000_000).default(2_000),
  /** Bytes of memory of all of them together; null: four fifths of the machine's. */
  memory: sizeSchema.nullable().default(null),
  /** Bytes of what an agent is told at a time that asks what came before its turn. */
  context: sizeSchema.prefault('16KB'),
  /** Bytes that they may add to what they can write. */
  written: sizeSchema.prefault('4GB'),
})

/** How long a session of an agent may go on. */
const sessions: readonly string[] = [aTurn, ...units]

const agent: typeof agentConfigSchema = agentConfigSchema.refine(
  (one) => (one.kind !== 'acp' && one.kind !== 'claude') || sessions.includes(one.session ?? aTurn),
  { path: ['session'], message: sessions.map((each) => `"${each}"`).join(' or ') },
)

const knownRoles = Object.fromEntries(playedRoles.map((role) => [role, z.string().exactOptional()]))

/** Where runs name roles themselves any word is one, unless it looks like a slip of a known one. `*`: every role that is not named. */
const rolesSchema = hasFreeRoles
  ? z
      .object(knownRoles)
      .catchall(z.string())
      .check(({ value, issues }) => {
        const slips = Object.keys(value).filter(
          (role) => !(mayBeUnknown || playedRoles.includes(role)) && nearest(role, playedRoles) !== null,
        )
        if (slips.length > 0) issues.push({ code: 'unrecognized_keys', keys: slips, input: value })
      })
      .default({})
  : z.strictObject(knownRoles).default({})

/** The ways in which somebody is told that a decision waits for a person. */
const notifySchema = z.strictObject({
  /** An address to which it is posted as JSON. */
  webhook: z
    .url({ protocol: /^https?$/, error: 'an address such as "https://example.org/hook"' })
    .nullable()
    .default(null),
  /** A program, without a shell, that reads it as JSON from its standard input. */
  program: z.array(z.string().min(1)).min(1).readonly().nullable().default(null),
  /** An address to which `sendmail` sends it. */
  mail: z.email({ error: 'an address such as "ann@example.org"' }).nullable().default(null),
  /** By `notify-send`, on macOS `osascript`. */
  desktop: z.boolean().default(false),
})

/** Settings of what gates ask beyond whether tests pass: each takes time, so a project says how much of it is wanted. */
const gatesSchema = z.strictObject({
  /** Mutants of the lines that a run wrote: in strict runs (`auto`), in each run (`changed`), or in none. */
  mutants: z.enum(['auto', 'changed', 'off']).default('auto'),
  /** Least percentage of mutants that tests notice in each file that a run changes, and in what `sigma strength` measures; 0: none. */
  strength: percent.default(0),
  /** Least percentage of the calls of new tests that have to be made again where no test is; 0: none. */
  replayed: percent.default(0),
})

/** How mutants are planted in what a run writes. */
const mutantsSchema = z.strictObject({
  /** Null: Sigma plants them itself. */
  command: command.nullable().default(null),
  /** Where the command leaves its report. */
  report: z
    .string()
    .refine((path) => path !== '' && !isAbsolute(path) && !normalize(path).startsWith('..'), {
      error: 'a path in the folder of the configuration, such as "reports/mutation/mutation.json"',
    })
    .default('reports/mutation/mutation.json'),
  least: percent.default(80),
  limit: durationSchema.prefault('15m'),
  /** Mutants that behave as the source does, by a person's word. */
  waived: z
    .array(
      z.strictObject({
        file: z.string().min(1),
        was: z.string(),
        becomes: z.string(),
        reason: z.string().trim().min(1, { error: 'why no test can notice it' }),
      }),
    )
    .readonly()
    .default([]),
})

export const configSchema = z.strictObject({
  agents: z.record(z.string(), agent).default({}),
  /** Names of agents by role (D6). */
  roles: rolesSchema,
  tests: testsSchema.prefault({}),
  source: globs.default(['src/**']),
  guarded: globs.default([...defaultGuarded]),
  setup: z.string().min(1).nullable().default(null),
  /** The project's own checks beside its tests, as its CI runs them. */
  checks: z.array(command).readonly().default([]),
  gates: gatesSchema.prefault({}),
  mutants: mutantsSchema.prefault({}),
  /** The project's formatter, to which the names of changed files are appended; null: none. */
  format: command.nullable().default(null),
  coverage: coverageSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  /** Bounds of single roles and phases, beside `limits`. */
  budgets: budgetsSchema(playedRoles, phases).prefault({ roles: {}, phases: {} }),
  sandbox: z.enum(['auto', 'required', 'off']).default('auto'),
  memoryBank: z.string().min(1).default('memory-bank'),
  /** Folder of the project's own prompt templates; none need lie there. */
  prompts: z.string().min(1).default(defaultPrompts),
  deliver: z.enum(['branch', 'merge']).default('branch'),
  notify: notifySchema.prefault({}),
  ...broughtTo('top'),
  acceptance: z.enum(['person', 'loops']).default('person'),
})

export type Config = Readonly<z.infer<typeof configSchema>>
