/** What tests are given beside their commit: variables, and files that no commit holds. */
import { whyNotGiven } from '@sigma/engine'
import { readNodeArguments } from '@sigma/measuring'
import { z } from 'zod'

/** Literal texts; `$NAME` stands for the person's own value. */
export const testVariables = z.record(z.string(), z.string()).superRefine((env, context) => {
  for (const [name, value] of Object.entries(env)) {
    const why = whyNotGiven(name, value)
    if (why !== null)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `${why}${name === 'NODE_OPTIONS' ? '; tests.node takes what loads code' : ''}`,
        params: { excluded: true },
      })
  }
})

/** What loads code before tests, such as `--import tsx`, and switches of the language; Sigma itself says how tests run. */
export const testNode = z
  .array(z.string())
  .superRefine((args, context) => {
    const [first] = readNodeArguments(args).refused
    if (first !== undefined)
      context.addIssue({
        code: 'custom',
        message: 'arguments that load code or switch the language, such as "--import", "tsx"',
        params: { found: first },
      })
  })
  .readonly()

const readable = 'a path or glob in the repository, from the configuration, such as "fixtures/data.json" or ".git"'

/**
 * Relative to the configuration, above which a path may begin (`../../fixtures`); of what git has `.git` alone, and nothing
 * that Sigma gives to checkouts by itself. What would leave the repository is refused where that is known.
 */
export const testReads = z.array(z.string().refine(isReadable, readable)).readonly()

function isReadable(glob: string): boolean {
  if (glob === '.git') return true
  const path = glob.replace(/^!(?!\()/, '')
  if (path === '' || /^[/~\\]|^[A-Za-z]:/.test(path)) return false
  const below = path.replace(/^(\.\.\/)+/, '')
  return !below.split('/').some((part) => ['', '..', '.git', '.sigma', 'node_modules'].includes(part.trim()))
}
