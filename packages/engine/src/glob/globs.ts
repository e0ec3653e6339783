import { compileGlob } from './match.ts'

/**
 * Tells whether a path (relative to the root, `/` as separator) belongs to an ordered list of globs: the last glob
 * that matches decides, and one with a leading `!` takes away. Files whose name begins with a dot count like others.
 */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const rules = globs.map(ruleOf)
  return (path) => rules.findLast((rule) => rule.matches(path))?.adds ?? false
}

export function matches(path: string, globs: readonly string[]): boolean {
  return createMatcher(globs)(path)
}

function ruleOf(glob: string): { readonly adds: boolean; readonly matches: (path: string) => boolean } {
  // `!(a|b)` is a pattern of its own, no taking away.
  const adds = !glob.startsWith('!') || glob.startsWith('!(')
  const pattern = (adds ? glob : glob.slice(1)).replace(/^\.\//, '')
  return { adds, matches: compileGlob(pattern) }
}
