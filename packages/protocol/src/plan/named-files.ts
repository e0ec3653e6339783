/** Files that cycles of a plan name: which of them a path is, whatever its case and ending. */

/** A path as Sigma compares it: relative to the root, without `./`. */
export function plainPath(path: string): string {
  return path.trim().replace(/^(?:\.\/)+/u, '')
}

/** Stars and question marks are the wildcards of a plan; brackets and braces are meant as they stand. */
export function isPattern(path: string): boolean {
  return /[*?]/u.test(path)
}

/**
 * Where a module is found: equal for files of which one may be loaded in place of the other, such as `src/x.ts`, `src/x.js`,
 * `src/X.js` and `src/x/index.js`. Of what is no module its path, in small letters.
 */
export function modulePlace(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(?:[cm]?[jt]sx?|json)$/u, '')
    .replace(/(.)\/index$/u, '$1')
}
