/** How the programs of each run were started: noted by whoever plays it, read by whoever shows it. Loads no schemas. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agents, SandboxStanding } from '@sigma/engine'

const fileOf = (folder: string, run: string): string => join(folder, 'confined', `${run}.json`)

/** As `sandboxed (bubblewrap 0.8.0)`; with more than one once it was played in more than one way. */
export function confinedText(folder: string, run: string): string {
  const ways = waysOf(folder, run)
  if (ways.length === 0) return 'unsandboxed'
  return ways.length === 1 ? textOf(ways[0] ?? null) : `partly unsandboxed: ${ways.map(textOf).join(', then ')}`
}

const textOf = (by: string | null): string => (by === null ? 'unsandboxed' : `sandboxed (${by})`)

/** Notes it before the first turn of each run that is played in this way. */
export function noting(agents: Agents, folder: string, { by }: SandboxStanding): Agents {
  const noted = new Set<string>()
  return {
    ...agents,
    turn: async (request, signal) => {
      if (!noted.has(request.run)) note(folder, request.run, by)
      noted.add(request.run)
      return await agents.turn(request, signal)
    },
  }
}

export function note(folder: string, run: string, by: string | null): void {
  const ways = waysOf(folder, run)
  if (ways.at(-1) === by && ways.length > 0) return
  mkdirSync(join(folder, 'confined'), { recursive: true })
  writeFileSync(fileOf(folder, run), JSON.stringify([...ways, by]))
}

function waysOf(folder: string, run: string): readonly (string | null)[] {
  const ways = read(fileOf(folder, run))
  return Array.isArray(ways) ? ways.filter((way) => way === null || typeof way === 'string') : []
}

/** No file: nothing was started in that way yet, or by a Sigma that knew no sandbox. */
function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
