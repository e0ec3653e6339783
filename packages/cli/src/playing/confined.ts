/** How the programs of each run were started: noted by whoever plays it, read by whoever shows it. Loads no schemas. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxStanding } from '@sigma/engine'

/** `ways`: what confined its programs, one after the other; null: nothing. `web`: agents that may search and fetch from it. */
interface Started {
  readonly ways: readonly (string | null)[]
  readonly web: readonly string[]
}

const fileOf = (folder: string, run: string): string => join(folder, 'confined', `${run}.json`)

/** How a run's programs were confined, e.g. `sandboxed (bubblewrap 0.8.0); web open to codex`; each way where there was more than one. */
export function confinedText(folder: string, run: string): string {
  const { ways, web } = startedIn(folder, run)
  return [wayText(ways), ...webText(web)].join('; ')
}

/** The short form of `confinedText`: `sandboxed; web open to codex`. */
export const shortConfined = (text: string): string => text.replaceAll(/ \([^)]*\)/g, '')

/** Empty where it is open to nobody. */
export const webText = (web: readonly string[]): readonly string[] =>
  web.length === 0 ? [] : [`web open to ${web.join(' and ')}`]

function wayText(ways: Started['ways']): string {
  if (ways.length === 0) return 'unsandboxed'
  return ways.length === 1 ? textOf(ways[0] ?? null) : `partly unsandboxed: ${ways.map(textOf).join(', then ')}`
}

const textOf = (by: string | null): string => (by === null ? 'unsandboxed' : `sandboxed (${by})`)

/** Notes it before the first turn of each agent in each run. */
export function notingStarts(
  folder: string,
  { by }: SandboxStanding,
  web: ReadonlySet<string>,
): (run: string, agent: string) => void {
  const noted = new Set<string>()
  return (run, agent) => {
    const turn = JSON.stringify([run, agent])
    if (!noted.has(turn)) note(folder, run, { by, web: web.has(agent) ? [agent] : [] })
    noted.add(turn)
  }
}

export function note(
  folder: string,
  run: string,
  { by, web }: { readonly by: string | null; readonly web: readonly string[] },
): void {
  const before = startedIn(folder, run)
  const ways = before.ways.at(-1) === by ? before.ways : [...before.ways, by]
  const all = [...new Set([...before.web, ...web])]
  if (ways === before.ways && all.length === before.web.length) return
  mkdirSync(join(folder, 'confined'), { recursive: true })
  writeFileSync(fileOf(folder, run), JSON.stringify({ ways, web: all }))
}

/** No file: nothing was started yet. */
function startedIn(folder: string, run: string): Started {
  try {
    const { ways, web }: Record<string, unknown> = JSON.parse(readFileSync(fileOf(folder, run), 'utf8'))
    const isWay = (way: unknown): way is string | null => way === null || typeof way === 'string'
    const isName = (name: unknown): name is string => typeof name === 'string'
    return { ways: listOf(ways).filter(isWay), web: listOf(web).filter(isName) }
  } catch {
    return { ways: [], web: [] }
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
