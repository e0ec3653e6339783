/** Runs vitest over some test files of the copy, watches it, and ends it where a mutant never comes back. */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { root } from './copy.ts'

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded'), file: z.string(), reached: z.array(z.number()) }),
  z.object({ kind: z.literal('begun'), test: z.string(), mutant: z.number().nullable() }),
  z.object({
    kind: z.literal('noted'),
    file: z.string(),
    test: z.string(),
    name: z.string(),
    failed: z.boolean(),
    ms: z.number(),
    reached: z.array(z.number()),
  }),
  z.object({
    kind: z.literal('tried'),
    test: z.string(),
    mutant: z.number().nullable(),
    failed: z.boolean(),
    ms: z.number(),
  }),
])
export type Event = z.infer<typeof eventSchema>

export interface Playing {
  readonly tests: Readonly<Record<string, readonly number[]>> | null
  readonly always: number | null
  /** Relative to the copy. */
  readonly files: readonly string[]
  /** How long one time of this test may take. */
  readonly limitMs: (test: string) => number
}

export interface Played {
  readonly events: readonly Event[]
  /** What was under way when it ended, by itself or because it took too long. */
  readonly cut: { readonly test: string; readonly mutant: number | null } | null
}

const loadingMs = 300_000

export async function play(base: string, { tests, always, files, limitMs }: Playing): Promise<Played> {
  const events = join(base, 'events.jsonl')
  const plan = join(base, 'plan.json')
  rmSync(events, { force: true })
  writeFileSync(plan, JSON.stringify({ events, tests, always }))
  writeFileSync(join(base, 'vitest.config.ts'), config)
  const log = openSync(join(base, 'vitest.log'), 'a')
  const child = spawn('bwrap', [...confined(base), 'vitest', 'run', ...files], {
    cwd: base,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: join(base, 'home'),
      SIGMA_MUTANTS_PLAN: plan,
      CI: '1',
    },
  })
  const ended = new Promise<void>((resolve, reject) => child.on('close', () => resolve()).on('error', reject))
  let isOver = false
  void ended.finally(() => {
    isOver = true
  })
  closeSync(log)
  let seen = ''
  let since = Date.now()
  while (!isOver) {
    await Promise.race([ended, delay(250)])
    const now = existsSync(events) ? readFileSync(events, 'utf8') : ''
    if (now !== seen) since = Date.now()
    seen = now
    const last = eventsIn(now).at(-1)
    const limit = last?.kind === 'begun' ? limitMs(last.test) : loadingMs
    if (Date.now() - since > limit && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const found = eventsIn(existsSync(events) ? readFileSync(events, 'utf8') : '')
  const last = found.at(-1)
  return { events: found, cut: last?.kind === 'begun' ? last : null }
}

/** The whole machine can be read; only the copy and a /tmp of its own can be written. */
const confined = (base: string): readonly string[] => [
  ...['--die-with-parent', '--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--bind', '/proc', '/proc'],
  ...['--bind', join(base, 'tmp'), '/tmp', '--bind', base, base],
]

function eventsIn(text: string): readonly Event[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => eventSchema.parse(JSON.parse(line)))
}

const config = `
import { defineConfig } from 'vitest/config'
export default defineConfig({
  cacheDir: '.vite',
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/protocols/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    setupFiles: ['scripts/mutants/in-worker.ts'],
    pool: 'forks',
    execArgv: ['--max-old-space-size=1024'],
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    dangerouslyIgnoreUnhandledErrors: true,
    expect: { requireAssertions: true },
  },
})
`
