/** Plays honest work of many kinds: each must come through, under whatever configuration. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { atOnce } from './at-once.ts'
import type { Ground, Machine, Theirs } from './ground.ts'
import { type Grounds, groundsOf } from './grounds.ts'
import type { Variant } from './honest/variant.ts'
import { play } from './play.ts'

export interface Passage {
  readonly id: string
  readonly does: string
  readonly passed: boolean
  /** Why it was not played; null: it was. */
  readonly skipped: string | null
  /** What refused it; empty where nothing did. */
  readonly reasons: readonly string[]
  /** Where its run can be looked at; null: it passed, and is gone. */
  readonly folder: string | null
  readonly ms: number
}

export interface Honesty {
  readonly theirs: Theirs
  readonly machine: Machine
  readonly variants: readonly Variant[]
  /** An empty folder of its own; what did not pass is kept in it. */
  readonly folder: string
  readonly atOnce: number
  readonly now: () => number
  readonly onPassage: (passage: Passage) => void
}

export async function runHonesty(honesty: Honesty): Promise<readonly Passage[]> {
  const grounds = groundsOf(honesty)
  return await atOnce(honesty.variants, honesty.atOnce, async (variant) => {
    const passage = await playVariant(honesty, grounds, variant)
    honesty.onPassage(passage)
    return passage
  })
}

async function playVariant({ theirs, machine, now }: Honesty, grounds: Grounds, variant: Variant): Promise<Passage> {
  const began = now()
  const ground = await grounds.take()
  const { id, does } = variant
  const skipped = whyNot(variant, ground, theirs)
  if (skipped !== null) {
    grounds.giveBack(ground)
    return { id, does, passed: false, skipped, reasons: [], folder: null, ms: 0 }
  }
  const rounds = variant.talk === 'needs-change' || variant.talk === 'needs-tests' ? 2 : 1
  // An honest test issue takes a demand back, which needs a person's word.
  const decide = variant.talk === 'test-issue' ? 'accept' : null
  const ended = await play(ground, { id, agent: 'honest', variant, turn: '60s', rounds }, theirs, machine, decide)
  const passed = ended.outcome === 'completed' && ended.delivered && ended.harm.length === 0
  if (passed) grounds.giveBack(ground)
  const harm = ended.harm.map((part) => `not as it was: ${part}`)
  const reasons = passed ? [] : [...ended.reasons, ...harm]
  return { id, does, passed, skipped: null, reasons, folder: passed ? null : ground.root, ms: now() - began }
}

function whyNot({ only = {}, talk, needs = [] }: Variant, ground: Ground, theirs: Theirs): string | null {
  const { layout } = ground
  const { modules, runners } = only
  if (modules !== undefined && layout.modules !== modules) return `modules are ${layout.modules} here`
  if (runners !== undefined && !runners.includes(theirs.runner)) return `${theirs.runner} cannot do it`
  if (talk === 'test-issue' && theirs.exchanges === 0) return 'no exchanges are allowed'
  const absent = needs.filter((name) => !has(ground, name))
  return absent.length === 0 ? null : `${absent.join(' ')} is not installed here`
}

/** Node finds a package in the folder of the configuration, or above it. */
function has({ root, repository }: Ground, name: string): boolean {
  return [root, repository].some((folder) => existsSync(join(folder, 'node_modules', name)))
}
