/** Records by names that come from outside: `__proto__` is one like any other, so plain assignment will not do. */
type Entries<Value> = Readonly<Record<string, Value>>

export function entry<Value>(entries: Entries<Value>, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}

export function withEntry<Value>(entries: Entries<Value>, name: string, value: Value): Entries<Value> {
  return { ...entries, [name]: value }
}

export function without<Value>(entries: Entries<Value>, name: string): Entries<Value> {
  const { [name]: _gone, ...rest } = entries
  return rest
}
