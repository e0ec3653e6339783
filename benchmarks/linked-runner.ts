import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Style } from '../packages/measuring/src/fixture/small-project.ts'
import { install } from '../test/kit/installed.ts'

const programs: Readonly<Record<Style['runner'], string | null>> = {
  'node:test': null,
  vitest: 'vitest/vitest.mjs',
  jest: 'jest/bin/jest.js',
}

/** Gives a project the runner that is installed here, and what a person types to start it. */
export function linkRunner(path: string, runner: Style['runner']): void {
  const program = programs[runner]
  if (program === null) return
  install(path, runner)
  mkdirSync(join(path, 'node_modules/.bin'))
  symlinkSync(join(path, 'node_modules', program), join(path, 'node_modules/.bin', runner))
}
