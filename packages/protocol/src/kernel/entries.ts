/** Records by names that come from outside: `__proto__` is one like any other, so plain assignment will not do. */
type Entries<Value> = Readonly<Record<string, Value>>

export function entry<Value>(entries: Entries<Value>, name: string): Value | undefined {
  return entries !== none && Object.hasOwn(entries, name) ? entries[name] : undefined
}

/**
 * Without a prototype, for then an object is a table from the start. Names that come but once would each make another
 * shape of object otherwise, which engines keep, and look through when they make the next.
 */
export function withEntry<Value>(entries: Entries<Value>, name: string, value: Value): Entries<Value> {
  const table: Record<string, Value> = Object.create(null)
  if (entries !== none) Object.assign(table, entries)
  table[name] = value
  return table
}

/** One for all that hold nothing: most records of most kernels do. */
export const none: Readonly<Record<string, never>> = {}

export function without<Value>(entries: Entries<Value>, name: string): Entries<Value> {
  if (isOnly(entries, name)) return none
  const { [name]: _gone, ...rest } = entries
  return rest
}

function isOnly<Value>(entries: Entries<Value>, name: string): boolean {
  for (const other in entries) if (other !== name) return false
  return true
}
