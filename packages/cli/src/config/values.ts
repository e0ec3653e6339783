/** What stands under these keys, one inside the other; undefined: nothing does. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at: unknown = value
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at
}
