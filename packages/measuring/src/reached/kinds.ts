/** What a path says of what a change of it may do. */

/** Decides how tests run, whatever the runner: it is read by more than what names it. */
export const isGround = (path: string): boolean =>
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(lock|workspace)\.yaml|bun\.lockb?|[jt]sconfig[^/]*\.json|\.(npmrc|babelrc|swcrc|nvmrc|node-version|tool-versions|env)[^/]*|[^/]*(config|workspace|setup)[^/]*\.([cm]?[jt]s|json)|__mocks__\/.*|[^/]*\.snap)$/i.test(
    path,
  ) || /(^|\/)__(mocks|snapshots)__\//.test(path)

/** Says nothing to a program. */
export const isProse = (path: string): boolean => /\.(md|markdown|rst|adoc)$/i.test(path)

/** A file of tests by its own name, whatever the name begins with. */
export const isNamedTest = (path: string): boolean => /[._-](test|spec)\.[^/.]+$/.test(path)

/** The folders that a path lies in, the innermost first; '' is the root. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return [...parts.keys()].map((at) => parts.slice(0, parts.length - at).join('/')).concat('')
}
