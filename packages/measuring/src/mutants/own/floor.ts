/** Refuses a change where the tests of a file that it wrote in are weaker than the project wants, and weaker than they were. */
import type { Finding, Project } from '@sigma/protocol'
import type { Tools } from '../../benches/bench.ts'
import type { StrengthSeen } from '../../evidence.ts'
import { bounded, listed } from '../../text.ts'
import { noReasons, type Reasons, refuse } from '../../verdicts/reasons.ts'
import { changedSource } from '../changed-source.ts'
import { type FunctionStrength, type Strength, strengthOf } from './strength.ts'

export interface FloorResult {
  readonly reasons: Reasons
  /** By file; empty: none was measured. */
  readonly seen: readonly StrengthSeen[]
}

export const noFloor: FloorResult = { reasons: noReasons, seen: [] }

interface Between {
  readonly from: string
  readonly commit: string
}

/** A file of which nothing is known refuses nothing. */
export async function strengthHeld(
  tools: Tools,
  project: Project,
  { from, commit }: Between,
  signal: AbortSignal,
): Promise<FloorResult> {
  const { strength: floor } = project
  if (floor === undefined) return noFloor
  const files = (await changedSource(tools, project, from, commit)).map(({ path }) => path)
  if (files.length === 0) return noFloor
  tools.acts?.(`how strong the tests of ${listed(files, 3)} are is measured`)
  const now = byFile(await strengthOf(tools, project, { commit }, files, floor.limitMs, signal))
  const isLow = ({ share }: Share): boolean => share !== null && share < floor.least
  const low = now.filter(isLow)
  const known = new Set(low.length === 0 ? [] : await tools.checkouts.files(from))
  const old = low.map(({ file }) => file).filter((file) => known.has(file))
  const before =
    old.length === 0 ? [] : byFile(await strengthOf(tools, project, { commit: from }, old, floor.limitMs, signal))
  const shareBefore = (file: string): number | null => before.find((each) => each.file === file)?.share ?? null
  const weaker = low.filter(({ file, share }) => (share ?? 100) < (shareBefore(file) ?? 101))
  return {
    reasons: refuse(...weaker.map((each) => below(each, floor.least, shareBefore(each.file)))),
    seen: now.map(({ file, noticed, unnoticed }) => {
      const share = shareBefore(file)
      return { file, noticed, unnoticed, least: floor.least, ...(share !== null && { before: share }) }
    }),
  }
}

interface Share {
  readonly file: string
  readonly share: number | null
  readonly noticed: number
  readonly unnoticed: number
  /** The weakest first. */
  readonly functions: readonly FunctionStrength[]
}

function byFile({ files, functions }: Strength): readonly Share[] {
  return files.map((file) => {
    const own = functions.filter((each) => each.file === file)
    const noticed = own.reduce((sum, each) => sum + each.noticed, 0)
    const unnoticed = own.reduce((sum, each) => sum + each.unnoticed.length, 0)
    const all = noticed + unnoticed
    return {
      file,
      noticed,
      unnoticed,
      functions: own,
      share: all === 0 ? null : Math.floor((1000 * noticed) / all) / 10,
    }
  })
}

const below = ({ file, share, functions }: Share, least: number, before: number | null): Finding => ({
  rule: 'strength-below-floor',
  message: `${file}: tests notice ${share} % of the small changes that Sigma makes of it${before === null ? '' : ` (${before} % before the work)`}; at least ${least} % are wanted. ${weakest(functions)}`,
  remedy: `Write tests that fail on these changes; \`sigma strength ${file}\` lists all of them.`,
})

function weakest(functions: readonly FunctionStrength[]): string {
  const [first, ...others] = functions.filter(({ unnoticed }) => unnoticed.length > 0).slice(0, 3)
  if (first === undefined) return ''
  const name = first.name === '' ? 'Outside of functions' : `In \`${first.name}\``
  const shown = first.unnoticed
    .slice(0, 3)
    .map(({ line, was, becomes }) => `line ${line}: \`${bounded(was, 80)}\` replaced by \`${bounded(becomes, 80)}\``)
  const then =
    others.length === 0 ? '' : ` Then ${listed(others.map((each) => each.name || 'what is outside of functions'))}.`
  return `${name} no test notices ${shown.join(', ')}.${then}`
}
