/** Records by names that come from outside: `__proto__` is one like any other, so plain assignment will not do. */
type Entries<Value> = Readonly<Record<string, Value>>

/** The empty record, shared: most records of most kernels are empty. */
export const none: Readonly<Record<string, never>> = {}

/**
 * The record of one name that was made last. Most runs have one effect open at a time, and to list the names of a record
 * takes longer than all else here.
 */
let latest: { readonly record: Entries<unknown>; readonly name: string } = { record: {}, name: '' }

export function entry<Value>(entries: Entries<Value>, name: string): Value | undefined {
  return entries !== none && Object.hasOwn(entries, name) ? entries[name] : undefined
}

/**
 * Without a prototype, for then an object is a table from the start. Names that come but once would each make another
 * shape of object otherwise, which engines keep, and look through when they make the next.
 */
export function withEntry<Value>(entries: Entries<Value>, name: string, value: Value): Entries<Value> {
  const record: Record<string, Value> = Object.create(null)
  if (entries === none) latest = { record, name }
  else Object.assign(record, entries)
  record[name] = value
  return record
}

export function without<Value>(entries: Entries<Value>, name: string): Entries<Value> {
  if (isOnly(entries, name)) return none
  const { [name]: _gone, ...rest } = entries
  return rest
}

function isOnly<Value>(entries: Entries<Value>, name: string): boolean {
  if (entries === latest.record) return name === latest.name
  for (const other in entries) if (other !== name) return false
  return true
}
