import { appendFileSync } from 'node:fs'

/** How much of a proof is played: `fast` by `npm test`, `long` by CI after it, `verify` by `npm run verify`. */
export type Tier = 'fast' | 'long' | 'verify'

export const tier: Tier = tierOf(process.env['SIGMA_TIER'])

/**
 * Takes the amount of the tier that is played now: `inTier({ fast: 2, long: 20, verify: 500 })` kills. A test file that
 * asks this is played in the long tier again. `SIGMA_AMOUNT=0.01` plays a hundredth of every number, for trying a proof out.
 */
export function inTier(amounts: Readonly<Record<Tier, number>>): number
export function inTier<Amount>(amounts: Readonly<Record<Tier, Amount>>): Amount
export function inTier(amounts: Readonly<Record<Tier, unknown>>): unknown {
  const amount = amounts[tier]
  const part = Number(process.env['SIGMA_AMOUNT'] ?? 1)
  return typeof amount === 'number' ? Math.ceil(amount * part) : amount
}

/** Tests beside others in a file that `npm run verify` alone plays; in the other tiers they are not there. */
export function byVerify(define: () => void): void {
  if (tier === 'verify') define()
}

/** The numbers from 0 to below `amount` that are played here: all, or those of one slice where `SIGMA_SLICE=1/4` shares them out. */
export function shareOf(amount: number): readonly number[] {
  const [slice = 1, of = 1] = (process.env['SIGMA_SLICE'] ?? '1/1').split('/').map(Number)
  return Array.from({ length: amount }, (_, at) => at).filter((at) => at % of === slice - 1)
}

/** Notes what was played, for the record of `npm run verify`: `counted('kills', 500)`. */
export function counted(what: string, count: number): void {
  const file = process.env['SIGMA_COUNTED']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, count })}\n`)
}

function tierOf(name: string | undefined): Tier {
  if (name === undefined || name === '') return 'fast'
  if (name === 'fast' || name === 'long' || name === 'verify') return name
  throw new Error(`SIGMA_TIER is ${name}; it can be fast, long or verify.`)
}
