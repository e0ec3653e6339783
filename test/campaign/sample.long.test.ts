import { needs } from '@sigma/engine/needs'
import { counted, inTier, shareOf } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, expect, test } from 'vitest'
import { chanceFrom, sample } from './chance.ts'
import { groups } from './groups.ts'

const seed = process.env['SIGMA_SEED'] ?? `${Date.now()}`
/** How many cases of each group are played here; all of them are `node test/campaign/main.ts`. */
const count = Math.max(1, shareOf(inTier({ fast: 1, long: 1, verify: 20 })).length)

beforeEach(() => needs('gcc'))

test.for(['kill', 'kills', 'io', 'full', 'cut'])(
  'of the campaign, some cases of %s end as if nothing had happened',
  {
    timeout: 3_600_000,
  },
  async (name, { annotate }) => {
    proves('DPTR-103')
    await annotate(`SIGMA_SEED=${seed}`)
    const group = groups.find((each) => each.name === name)
    const details = (await group?.details(20, seed)) ?? []
    const drawn = sample(details, count, chanceFrom(`${seed} ${name}`))
    expect(drawn).not.toEqual([])
    for (const detail of drawn) expect((await group?.play(detail))?.faults, `${name}/${detail}`).toEqual([])
    counted(`of ${name}`, drawn.length)
  },
)
