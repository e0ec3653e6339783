/** Finds what runs for a test: a process keeps the environment that it was started with, and its children take it on. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export interface Mark {
  /** Put into the environment of an agent. */
  readonly env: Readonly<Record<string, string>>
  /** Ids of what carries it and runs. */
  alive(): readonly number[]
}

export function markOf(name: string): Mark {
  const variable = 'MARK_OF_TEST'
  const carried = (id: string): boolean => read(`/proc/${id}/environ`).split('\0').includes(`${variable}=${name}`)
  return {
    env: { [variable]: name },
    alive: () =>
      readdirSync('/proc')
        .filter((id) => /^\d+$/.test(id) && carried(id))
        .map(Number),
  }
}

/** Ends the agent whose command begins with this file, and nothing beside it, as the system would. */
export function killAgent({ alive }: Mark, file: string): void {
  for (const id of alive()) {
    const isAgent = read(`/proc/${id}/cmdline`).split('\0').slice(0, 2).includes(file)
    if (isAgent) process.kill(id, 'SIGKILL')
  }
}

/** What still runs when so long has passed; returns as soon as nothing does. */
export async function leftAfter({ alive }: Mark, ms: number): Promise<readonly number[]> {
  const until = Date.now() + ms
  while (alive().length > 0 && Date.now() < until) await pause(50)
  return alive()
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
