/**
 * `sigma.config.json`: everything optional, every default in one place. Durations are read as milliseconds;
 * globs are relative to the folder of the configuration, `!` takes away, later ones win.
 */
import { type AgentConfig, agentConfigSchema, hostsSchema } from '@sigma/runtime'
import { z } from 'zod'
import { type BudgetsConfig, budgetsSchema, costSchema, minutesSchema, tokensSchema } from './budgets.ts'
import { durationSchema } from './duration.ts'
import { phases, roles } from './protocol-words.ts'
import { sizeSchema } from './size.ts'

export interface Config {
  readonly agents: Readonly<Record<string, AgentConfig>>
  /** Names of agents by role (D6). */
  readonly roles: Readonly<Partial<Record<string, string>>>
  readonly tests: Tests
  readonly source: readonly string[]
  readonly guarded: readonly string[]
  readonly setup: string | null
  readonly coverage: Coverage
  readonly limits: Limits
  /** What bounds single roles and phases, beside `limits`. */
  readonly budgets: BudgetsConfig
  readonly sandbox: 'auto' | 'required' | 'off'
  readonly memoryBank: string
  /** Folder of the project's own prompt templates; none need lie there. */
  readonly prompts: string
  readonly deliver: 'branch' | 'merge'
  readonly refactor: 'all' | 'unconverged'
  readonly acceptance: 'person' | 'loops'
}

export interface Tests {
  readonly runner: RunnerName
  readonly files: readonly string[]
  /** What tests may connect to in the sandbox, as `host:port`; none: nothing but themselves. */
  readonly hosts: readonly string[]
}

export interface Coverage {
  readonly lines: number
  readonly functions: number
  readonly branches: number
  readonly statements: number
}

export interface Limits {
  readonly turn: number
  readonly check: number
  readonly rounds: number
  readonly tries: number
  readonly exchanges: number
  readonly reasks: number
  readonly asks: number
  /** Agent turns in flight at once, over all runs (SIG-106). */
  readonly turns: number
  /** Failures of one agent in a row until it is paused (SIG-107). */
  readonly failures: number
  /** Of the whole run, into the model and out of it; null: any number. */
  readonly tokens: number | null
  /** That its agents work, all together; null: any time. */
  readonly minutes: number | null
  /** Of the whole run, in US dollars; null: any. */
  readonly cost: number | null
  readonly decisions: number
  /** Bytes of disk that Sigma should take for the project; null: any. */
  readonly disk: number | null
  /** Processes and threads at once, of one turn or one test command with all that it starts. */
  readonly processes: number
  /** Bytes of memory of all of them together; null: four fifths of the machine's. */
  readonly memory: number | null
  /** Bytes that they may add to what they can write. */
  readonly written: number
}

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
  '**/.npmrc',
  '**/tsconfig*.json',
  '**/vitest.workspace.*',
  '**/{vitest,jest}.setup.*',
  '**/.babelrc*',
  '**/.swcrc',
  '**/__snapshots__/**',
  '**/*.snap',
  '**/*.snapshot',
  '**/{AGENTS,AGENTS.override,CLAUDE,CLAUDE.local,GEMINI}.md',
  '**/.{claude,codex,cursor,gemini,opencode}/**',
  '**/{.mcp.json,.cursorrules,.windsurfrules,opencode.json,opencode.jsonc}',
]

/** Folder of a project's own prompt templates, where none is named. */
export const defaultPrompts = 'sigma-prompts'

const globs = z.array(z.string().min(1))
const percent = z.number().min(0).max(100)
const count = (least: number): z.ZodNumber => z.number().int().min(least).max(10_000)

const testsSchema = z.strictObject({
  runner: z.enum(runners).default('node:test'),
  files: globs.default(['test/**']),
  hosts: hostsSchema.default([]),
})
const coverageSchema = z.strictObject({
  lines: percent.default(0),
  functions: percent.default(0),
  branches: percent.default(0),
  statements: percent.default(0),
})
const limitsSchema = z.strictObject({
  turn: durationSchema.prefault('30m'),
  check: durationSchema.prefault('10m'),
  rounds: count(1).default(5),
  tries: count(1).default(3),
  exchanges: count(0).default(3),
  reasks: count(0).default(1),
  asks: count(1).default(600),
  turns: count(1).default(6),
  failures: count(1).default(5),
  tokens: tokensSchema.nullable().default(null),
  minutes: minutesSchema.nullable().default(null),
  cost: costSchema.nullable().default(null),
  decisions: durationSchema.prefault('7d'),
  disk: sizeSchema.nullable().default(null),
  processes: z.number().int().min(10).max(1_000_000).default(2_000),
  memory: sizeSchema.nullable().default(null),
  written: sizeSchema.prefault('4GB'),
})

export const configSchema: z.ZodType<Config> = z.strictObject({
  agents: z.record(z.string(), agentConfigSchema).default({}),
  roles: z.strictObject(Object.fromEntries(roles.map((role) => [role, z.string().optional()]))).default({}),
  tests: testsSchema.prefault({}),
  source: globs.default(['src/**']),
  guarded: globs.default([...defaultGuarded]),
  setup: z.string().min(1).nullable().default(null),
  coverage: coverageSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  budgets: budgetsSchema(roles, phases).prefault({ roles: {}, phases: {} }),
  sandbox: z.enum(['auto', 'required', 'off']).default('auto'),
  memoryBank: z.string().min(1).default('memory-bank'),
  prompts: z.string().min(1).default(defaultPrompts),
  deliver: z.enum(['branch', 'merge']).default('branch'),
  refactor: z.enum(['all', 'unconverged']).default('all'),
  acceptance: z.enum(['person', 'loops']).default('person'),
})
