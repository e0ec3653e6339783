/**
 * The repositories, by what they have in common; each list is played side by side with the others. What was proved of a
 * runner's gates is shared, so the first of each list has another runner or version than those of the other lists.
 */
import { commonjsFlat } from './cases/commonjs-flat.ts'
import { jestBabel } from './cases/jest-babel.ts'
import { linkedWorktree } from './cases/linked-worktree.ts'
import { modulesSubmodule } from './cases/modules-submodule.ts'
import { npmWorkspaces } from './cases/npm-workspaces.ts'
import { oddPath } from './cases/odd-path.ts'
import { oldFailures } from './cases/old-failures.ts'
import { pnpmWorkspaces } from './cases/pnpm-workspaces.ts'
import { reactJsdom } from './cases/react-jsdom.ts'
import { tsJest } from './cases/ts-jest.ts'
import { vitestTypescript } from './cases/vitest-typescript.ts'
import { yarnWorkspaces } from './cases/yarn-workspaces.ts'
import type { Published } from './published.ts'

export const twelve = {
  vitest: [vitestTypescript, reactJsdom, oldFailures, linkedWorktree],
  jest: [jestBabel, tsJest],
  nodeTest: [commonjsFlat, modulesSubmodule, oddPath],
  workspaces: [yarnWorkspaces, npmWorkspaces, pnpmWorkspaces],
} as const satisfies Readonly<Record<string, readonly [Published, ...Published[]]>>
