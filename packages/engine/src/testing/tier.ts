/** How much of a proof is played: `fast` by `npm test`, `long` by CI after it, `verify` by `npm run verify`. */
export type Tier = 'fast' | 'long' | 'verify'

export const tier: Tier = tierOf(process.env['SIGMA_TIER'])

/** Takes the amount of the tier that is played now: `inTier({ fast: 2, long: 20, verify: 500 })` kills. */
export function inTier<Amount>(amounts: Readonly<Record<Tier, Amount>>): Amount {
  return amounts[tier]
}

function tierOf(name: string | undefined): Tier {
  if (name === undefined || name === '') return 'fast'
  if (name === 'fast' || name === 'long' || name === 'verify') return name
  throw new Error(`SIGMA_TIER is ${name}; it can be fast, long or verify.`)
}
