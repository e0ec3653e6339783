/** What is known of a commit: it is looked at when a person wants it, and what was found stays known. */
import { referenceIn } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'
import { seenAt } from './gate-findings.ts'
import { keepSeen, keptKey, seenBefore } from './proved-before.ts'
import type { Finding } from './recorded.ts'

export interface AtCommit {
  /** Null: what is found holds for whatever commit. */
  readonly head: string | null
  /** What the project's programs are run with, beside its commit and its configuration. */
  readonly around: readonly string[]
  /** True: they are run now, whatever is known. */
  readonly plays: boolean
}

/** `isWhole`: what was found stays true until something changes. */
export interface Seen {
  readonly findings: readonly Finding[]
  readonly isWhole: boolean
}

interface Look {
  readonly what: string
  /** Said where nothing is known. */
  readonly untried: string
  /** Null: it was interrupted. */
  readonly look: () => Promise<Seen | null>
}

export const notRunYet = 'not run at this commit yet'

/** A look that was interrupted found nothing. */
export async function seenAtHead(
  world: World,
  project: Project,
  { head, around, plays }: AtCommit,
  { what, untried, look }: Look,
): Promise<readonly Finding[]> {
  const { config, top, root } = project
  const given = Object.values(config.tests.env).map((value) => world.env[referenceIn(value) ?? ''] ?? '')
  const key = keptKey([what, top, root, head, config, given, around])
  if (!plays) {
    const before = seenBefore(world, key)
    if (before === null) return [{ what, ok: true, saw: untried, hint: 'sigma doctor --proofs', untried: true }]
    // What was wrong may have been put right without a commit.
    return before.findings.map((each) => ({
      ...each,
      saw: `${each.saw} (${seenAt(before.at)})`,
      hint: each.ok && each.untried !== true ? each.hint : 'sigma doctor --proofs',
    }))
  }
  const seen = await look()
  if (seen?.isWhole === true) keepSeen(world, key, { at: world.now(), findings: [...seen.findings] })
  return seen?.findings ?? []
}
