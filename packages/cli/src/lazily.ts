/** Loads what is asked for, once: to import a module that is there already takes as long each time as to read a file. */
export function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | null = null
  return () => {
    loaded ??= load()
    return loaded
  }
}
