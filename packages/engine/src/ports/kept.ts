/** Texts that gates keep of a project from one run to the next. What is kept may be gone at any time: nobody relies on it. */
export interface Kept {
  /** Names of what is there, the last written first. */
  names(): readonly string[]
  /** Null: there is none, or it cannot be read. */
  get(name: string): string | null
  /** Replaces what has this name, and removes what is too old or too much. Never fails: what cannot be written is not kept. */
  put(name: string, text: string): void
}

/** Keeps as many texts as long as the process lives. */
export function memoryKept(most = 24): Kept {
  const texts = new Map<string, string>()
  return {
    names: () => [...texts.keys()].toReversed(),
    get: (name) => texts.get(name) ?? null,
    put: (name, text) => {
      texts.delete(name)
      texts.set(name, text)
      const [oldest] = texts.keys()
      if (texts.size > most && oldest !== undefined) texts.delete(oldest)
    },
  }
}
