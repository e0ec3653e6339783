/** Which files a package's test runner runs: by its configuration and the script that starts it, else by its own rules. */
import type { RunnerName } from '../../config/config.ts'
import type { NamedRunner } from '../runners.ts'
import { pathsBelow, type Tree } from '../tree.ts'
import type { Reach } from './configured.ts'
import { jestReach } from './jest.ts'
import { nodeTestReach } from './node-test.ts'
import { projectGlobs, vitestReach } from './vitest.ts'
import { mayTake, optionOf, positionalsOf } from './words.ts'

export type { Reach } from './configured.ts'

/** `named`: who starts the runner; null: nobody is known to. */
export function reachOf(tree: Tree, folder: string, runner: RunnerName, named: NamedRunner | null): Reach {
  const args = named?.folder === folder ? named.args : []
  const config = optionOf(args, '--config', '-c')
  switch (runner) {
    case 'node:test':
      return nodeTestReach(args)
    case 'vitest':
      return narrowed(vitestReach(tree, folder, config), args, pathsBelow(tree, folder))
    case 'jest':
      return narrowed(jestReach(tree, folder, config), args, pathsBelow(tree, folder))
  }
}

/** The globs by which the runner's configuration names its tests, where they are better kept than guessed at; else null. */
export function globsAsWritten(
  tree: Tree,
  folder: string,
  runner: RunnerName,
  named: NamedRunner | null,
): readonly string[] | null {
  const args = named?.folder === folder ? named.args : []
  return runner === 'vitest' ? projectGlobs(tree, folder, optionOf(args, '--config', '-c')) : null
}

/** A script may name the files or folders that it means. */
function narrowed(reach: Reach, args: readonly string[], paths: readonly string[]): Reach {
  const named = positionalsOf(args, mayTake)
    .map((word) => word.replace(/^\.\//, ''))
    .filter((word) => /^[\w./@-]+$/.test(word) && paths.some((path) => path.includes(word) && reach(path)))
  return named.length === 0 ? reach : (path) => reach(path) && named.some((word) => path.includes(word))
}
