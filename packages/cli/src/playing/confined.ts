/** How the programs of each run were started: noted by whoever plays it, read by whoever shows it. Loads no schemas. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxStanding } from '@sigma/engine'

/** `by`: what confined them; null: nothing. `web`: agents that may search and fetch from the web. */
export interface Started {
  readonly by: string | null
  readonly web: readonly string[]
}

const fileOf = (folder: string, run: string): string => join(folder, 'confined', `${run}.json`)

/** As `sandboxed (bubblewrap 0.8.0); web open to codex`; with more than one way once it was played in more than one. */
export function confinedText(folder: string, run: string): string {
  return [wayText(folder, run), ...webText(webIn(entriesOf(folder, run)))].join('; ')
}

/** The same where a line has little room: `sandboxed; web open to codex`. */
export const shortConfined = (text: string): string => text.replaceAll(/ \([^)]*\)/g, '')

/** Empty where it is open to nobody. */
export const webText = (web: readonly string[]): readonly string[] =>
  web.length === 0 ? [] : [`web open to ${web.join(' and ')}`]

function wayText(folder: string, run: string): string {
  const ways = waysIn(entriesOf(folder, run))
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

export function note(folder: string, run: string, { by, web }: Started): void {
  const entries = entriesOf(folder, run)
  const ways = waysIn(entries)
  const isSame = ways.length > 0 && ways.at(-1) === by
  const known = webIn(entries)
  const fresh = web.filter((agent) => !known.includes(agent))
  if (isSame && fresh.length === 0) return
  mkdirSync(join(folder, 'confined'), { recursive: true })
  const all = [...ways, ...(isSame ? [] : [by]), { web: [...known, ...fresh] }]
  writeFileSync(fileOf(folder, run), JSON.stringify(all))
}

const waysIn = (entries: readonly unknown[]): readonly (string | null)[] =>
  entries.filter((way) => way === null || typeof way === 'string')

function webIn(entries: readonly unknown[]): readonly string[] {
  const names: unknown = Reflect.get(Object(entries.at(-1)), 'web')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** No file: nothing was started in that way yet. */
function entriesOf(folder: string, run: string): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(fileOf(folder, run), 'utf8'))
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}
