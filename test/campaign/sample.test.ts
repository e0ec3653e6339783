import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { chanceFrom, sample } from './chance.ts'
import { groups } from './groups.ts'

const seed = process.env['SIGMA_SEED'] ?? `${Date.now()}`
const long = process.env['SIGMA_LONG'] === '1'

/** How many cases of a group are played here; all of them are `node test/campaign/main.ts`. */
const counts: Readonly<Record<string, number>> = { kill: 1, kills: 1, io: 1, full: 1, cut: 1 }

test.for(Object.entries(counts))(
  'of the campaign, some cases of $0 end as if nothing had happened',
  {
    timeout: 1_200_000,
  },
  async ([name, count], { annotate }) => {
    proves('DPTR-103')
    await annotate(`SIGMA_SEED=${seed}`)
    const group = groups.find((each) => each.name === name)
    const details = (await group?.details(20, seed)) ?? []
    const drawn = sample(details, long ? count * 20 : count, chanceFrom(`${seed} ${name}`))
    expect(drawn).not.toEqual([])
    for (const detail of drawn) expect((await group?.play(detail))?.faults, `${name}/${detail}`).toEqual([])
  },
)
