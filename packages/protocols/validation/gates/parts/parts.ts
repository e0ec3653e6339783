/**
 * A specialist that comes with Sigma: several parts, each of which looks at one thing. What a part found before the change as
 * well is not held against the change. Something that was found is told first; only where nothing was found does it block
 * that a part could not judge, and it never passes then.
 */
import type { Finding } from '@sigma/protocol'
import { fingerprint } from '../../machine/fingerprint.ts'
import type { ByParts, PartSettings } from '../../specialist-settings.ts'
import { commands, type Work } from '../commands.ts'
import { type Found, type Seen, unable } from '../seen.ts'
import { audit } from './audit.ts'
import { complexity, patterns } from './code.ts'
import { types } from './compiler.ts'
import { lint } from './lint.ts'
import { pages } from './pages.ts'
import { lookAt, lookBefore, type Part, type Plan, type Told } from './part.ts'
import { secrets } from './secrets.ts'

export async function parts({ parts: settings }: ByParts, work: Work): Promise<Seen> {
  const told: Told[] = []
  const seen: Seen[] = []
  const nothings: string[] = []
  for (const one of settings) {
    if (one.part === 'commands') {
      seen.push(await commands({ by: 'commands', ...one }, work))
      continue
    }
    const part = partOf(one)
    const plan = await planned(part, work)
    if (plan.kind === 'nothing') nothings.push(plan.reason)
    else told.push(await toldOfChange(part, plan, work))
  }
  const all = [...seen, ...told.map(asSeen)]
  if (all.length === 0) return unable(null, nothingExamined(work.specialist, nothings))
  const failures = all.flatMap((each) => each.failures)
  const unjudged = all.flatMap((each) => each.unjudged)
  return {
    failures,
    examined: all.flatMap(({ examined }) => examined),
    coverage: null,
    unjudged: failures.length > 0 ? [] : unjudged,
    by: { parts: all.map(({ by }) => by), unjudged: unjudged.map(({ message }) => message), nothing: nothings },
  }
}

/** Why none of the parts has anything to look at; null: one has. */
export async function whyNothing({ parts: settings }: ByParts, work: PlanWork): Promise<string | null> {
  const reasons: string[] = []
  for (const one of settings) {
    if (one.part === 'commands') return null
    const plan = await planned(partOf(one), work)
    if (plan.kind === 'ready') return null
    reasons.push(plan.reason)
  }
  const [first = '', ...others] = new Set(reasons)
  return `${[`${first[0]?.toUpperCase()}${first.slice(1)}`, ...others].join('; ')}.`
}

type PlanWork = Pick<Work, 'world' | 'project' | 'signal' | 'acts' | 'commit' | 'base'>

function partOf(settings: Exclude<PartSettings, { readonly part: 'commands' }>): Part {
  switch (settings.part) {
    case 'lint':
      return lint
    case 'types':
      return types
    case 'complexity':
      return complexity(settings.max)
    case 'audit':
      return audit
    case 'secrets':
      return secrets
    case 'patterns':
      return patterns
    case 'pages':
      return pages(settings)
  }
}

const planned = async (part: Part, work: PlanWork): Promise<Plan> => part(await lookAt(work, work.commit, work.base))

async function toldOfChange(
  part: Part,
  plan: Extract<Plan, { readonly kind: 'ready' }>,
  work: PlanWork,
): Promise<Told> {
  const now = await plan.run()
  if (now.failures.length === 0) {
    const isEmpty = now.unjudged.length === 0 && now.examined.count === 0 && now.mayBeEmpty !== true
    return isEmpty ? { ...now, unjudged: [emptyPart(now)] } : now
  }
  const before = await lookBefore(await lookAt(work, work.commit, work.base))
  const earlier = before === null ? null : await part(before)
  if (earlier?.kind !== 'ready') return now
  const then = await earlier.run()
  return { ...now, failures: without(now.failures, then.failures), by: { now: now.by, before: then.by } }
}

/** Each as often as it is there more than it was. */
export function without(now: readonly Found[], before: readonly Found[]): readonly Found[] {
  const left = new Map<string, number>()
  for (const each of before) left.set(fingerprint(each), (left.get(fingerprint(each)) ?? 0) + 1)
  return now.filter((each) => {
    const print = fingerprint(each)
    const known = left.get(print) ?? 0
    left.set(print, known - 1)
    return known <= 0
  })
}

const asSeen = ({ failures, examined, unjudged, by }: Told): Seen => ({
  ...{ failures, unjudged, by, coverage: null },
  examined: [examined],
})

const emptyPart = ({ examined: { what } }: Told): Finding => ({
  rule: 'part-examined-nothing',
  message: `It was to look at ${what}, and there was none that it looked at.`,
  remedy: 'See whether the configuration of the tool leaves out what the change touches.',
})

const nothingExamined = (specialist: string, reasons: readonly string[]): Finding => ({
  rule: 'nothing-examined',
  message: `${specialist} examined nothing: ${reasons.join('; ')}.`,
  remedy: 'Give it commands or an agent in `validation.specialists` of sigma.config.json.',
})
