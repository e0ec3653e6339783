import type { Style } from '../packages/measuring/src/fixture/small-project.ts'
import { install } from '../test/kit/installed.ts'

/** Gives a project the runner that is installed here, and what a person types to start it. */
export function linkRunner(path: string, runner: Style['runner']): void {
  if (runner !== 'node:test') install(path, runner)
}
