import { join } from 'node:path'
import { type Cheat, rulesOf } from '@sigma/engine'
import { inTier } from '@sigma/engine/testing'
import { cheats } from '@sigma/protocols/tdd/gauntlet'
import { z } from 'zod'
import { install } from './installed.ts'
import { type Files, makeRepository, type Repository } from './repository.ts'
import { type Ended, sigma } from './sigma.ts'

const full = { lines: 100, functions: 100, branches: 100, statements: 100 }
/** Small as these suites are, only what a change reaches is run between phases: what is refused must be refused all the same. */
const config = (tests: object): string =>
  `${JSON.stringify({ tests: { scope: 'reached', ...tests }, coverage: full, limits: { check: '60s' } }, null, 2)}\n`
const ignored = { '.gitignore': 'node_modules\n' }

/** A project as a person has it: no agents, a runner, a module with its test. */
const projects = {
  'node:test': {
    'package.json': JSON.stringify({ name: 'plain', private: true, type: 'module' }),
    'sigma.config.json': config({}),
    'src/zero.js': 'export const zero = 0\n',
    'test/zero.test.js': `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { zero } from '../src/zero.js'\n\ntest('zero', () => assert.equal(zero, 0))\n`,
  },
  /** TypeScript, tests beside the sources, a configuration of its own. */
  vitest: {
    ...ignored,
    'package.json': JSON.stringify({ name: 'typed', private: true, type: 'module', scripts: { test: 'vitest run' } }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler' },
    }),
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ test: { include: ['src/**/*.spec.ts'] } })\n`,
    'sigma.config.json': config({ runner: 'vitest', files: ['src/**/*.spec.ts'] }),
    'src/zero.ts': 'export const zero = (): number => 0\n',
    'src/zero.spec.ts': `import { expect, test } from 'vitest'\nimport { zero } from './zero'\n\ntest('zero', () => {\n  expect(zero()).toBe(0)\n})\n`,
  },
  /** CommonJS, in a package of a monorepo. */
  jest: {
    ...ignored,
    'package.json': JSON.stringify({ name: 'top', private: true, workspaces: ['packages/*'] }),
    'packages/app/package.json': JSON.stringify({
      name: 'app',
      version: '1.0.0',
      scripts: { test: 'jest' },
      jest: { transform: {} },
    }),
    'packages/app/sigma.config.json': config({ runner: 'jest', files: ['__tests__/**'] }),
    'packages/app/src/zero.js': 'exports.zero = () => 0\n',
    'packages/app/__tests__/zero.test.js': `const { zero } = require('../src/zero.js')\n\ntest('zero', () => {\n  expect(zero()).toBe(0)\n})\n`,
  },
} as const satisfies Readonly<Record<string, Files>>

export type RunnerName = keyof typeof projects

/** Which runner a cheat is shown with: a run with one of the others takes many times as long as one with node:test. */
const runnersInTurn = ['node:test', 'jest', 'node:test', 'vitest', 'node:test'] as const satisfies readonly RunnerName[]

export interface TriedProject extends Repository {
  /** Where a person would stand. */
  readonly cwd: string
}

/** `packages` are installed beside the runner. */
export function projectOf(runner: RunnerName, ...packages: readonly string[]): TriedProject {
  const repository = makeRepository({ ...projects[runner], ...(packages.length > 0 && ignored) })
  const installed = [...(runner === 'node:test' ? [] : [runner]), ...packages]
  if (installed.length > 0) install(repository.path, ...installed)
  return { ...repository, cwd: runner === 'jest' ? join(repository.path, 'packages', 'app') : repository.path }
}

const outcomeSchema = z.object({
  id: z.string(),
  rule: z.string(),
  caught: z.boolean(),
  skipped: z.string().nullable(),
  saw: z.string().nullable(),
})

export type Outcome = z.infer<typeof outcomeSchema>

export interface Matrix {
  readonly ended: Ended
  readonly cases: ReadonlyMap<string, Outcome>
}

/** Plays the command as a person would, for programs to read. */
export async function gauntletOf(project: TriedProject, ...words: readonly string[]): Promise<Matrix> {
  const ended = await sigma({ ...project, path: project.cwd }, 'gauntlet', '--json', ...words)
  const { cases } = z.object({ cases: z.array(outcomeSchema) }).parse(jsonOf(ended))
  return { ended, cases: new Map(cases.map((each) => [each.id, each])) }
}

/**
 * The cheats that a runner is shown in whole runs. CI has time for half of the rules, each once, most of them with node:test;
 * `npm run verify` shows all cheats to each. The gates alone are shown every rule by their own tests.
 */
export function cheatsFor(runner: RunnerName): readonly Cheat[] {
  return inTier({ fast: [], long: cheats.filter((cheat, at) => turnOf(cheat, at) === runner), verify: cheats })
}

/** Of the runners with which no earlier cheat is caught by the same rules, one in turn; every second time none. */
function turnOf(cheat: Cheat, at: number): RunnerName | undefined {
  const isFirst = (runner: RunnerName): boolean =>
    !cheats.slice(0, at).some((earlier) => rulesOf(earlier, runner).join() === rulesOf(cheat, runner).join())
  const those = runnersInTurn.filter(isFirst)
  return at % 2 === 0 ? those[(at / 2) % those.length] : undefined
}

const passageSchema = z.object({
  id: z.string(),
  passed: z.boolean(),
  skipped: z.string().nullable(),
  reasons: z.array(z.string()),
})

export async function honestyOf(
  project: TriedProject,
  ...words: readonly string[]
): Promise<ReadonlyMap<string, z.infer<typeof passageSchema>>> {
  const ended = await sigma({ ...project, path: project.cwd }, 'gauntlet', '--honest', '--json', ...words)
  const { variants } = z.object({ variants: z.array(passageSchema) }).parse(jsonOf(ended))
  return new Map(variants.map((each) => [each.id, each]))
}

function jsonOf({ stdout, stderr, exit }: Ended): unknown {
  try {
    return JSON.parse(stdout)
  } catch (cause) {
    throw new Error(`no JSON, but exit ${exit}\n${stdout}\n${stderr}`, { cause })
  }
}
