import picomatch from 'picomatch'

/** Globs in order; a leading `!` takes away again, later ones win. Dot files match like any other. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const rules = globs.map((glob) => {
    const adds = !glob.startsWith('!')
    return { adds, matches: picomatch(adds ? glob : glob.slice(1), { dot: true }) }
  })
  return (path) => rules.findLast((rule) => rule.matches(path))?.adds ?? false
}
