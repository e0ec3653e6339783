/** Messages that talk of a command instead of running it (ROOM-94). */

type Speaker = 'owner' | 'seat'

/** Words in brackets that agents write where they mean a command. */
const inBrackets: Readonly<Record<string, { readonly owner: string; readonly seat: string }>> = {
  work: { owner: 'pm subtask "…"', seat: 'pm say "…"' },
  task: { owner: 'pm subtask "…"', seat: 'pm say "…"' },
  subtask: { owner: 'pm subtask "…"', seat: 'pm say "…"' },
  phase: { owner: 'pm phase "Name" --limit N', seat: 'pm say "…"' },
  close: { owner: 'pm end-phase', seat: 'pm say "…"' },
  end: { owner: 'pm end-phase', seat: 'pm say "…"' },
  decision: { owner: 'pm decide "…"', seat: 'pm object N "…"' },
  decide: { owner: 'pm decide "…"', seat: 'pm object N "…"' },
  done: { owner: 'pm done', seat: 'pm say "…"' },
  vote: { owner: 'pm decide "…"', seat: 'pm vote approve|reject "…"' },
  approve: { owner: 'pm decide "…"', seat: 'pm vote approve|reject "…"' },
  reject: { owner: 'pm decide "…"', seat: 'pm vote approve|reject "…"' },
}

/** The command that a message talks of where a line begins with it; null: with none. */
export function commandIn(content: string, speaker: Speaker): string | null {
  for (const line of content.split('\n')) {
    const run = /^[\s`$>]*pm ([a-z][a-z-]*)/.exec(line)
    if (run?.[1] !== undefined) return `pm ${run[1]}`
    const word = /^[\s*_]*\[([A-Za-z]+)\]/.exec(line)?.[1]?.toLowerCase() ?? ''
    if (Object.hasOwn(inBrackets, word)) return inBrackets[word]?.[speaker] ?? null
  }
  return null
}
