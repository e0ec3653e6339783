/** The joint suite of work that began by itself, e.g. of modules. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { start, tests } from './proofs/slug.ts'

const plain = (commit: string) => ({ commit, evidence: null })
const holds = (name: string): string => tests(`test('${name}', () => assert.ok(true))`)

test('a test that one module took away by its own plan is no loss, one that only the merge lost is', async () => {
  proves('DPTR-101')
  const { judge, checkouts } = trial()
  const base = { ...start, 'test/old.test.js': holds('old'), 'test/kept.test.js': holds('kept') }
  const { 'test/old.test.js': _, ...without } = base
  const api = { ...without, 'test/api.test.js': holds('api') }
  const shop = { ...base, 'test/shop.test.js': holds('shop') }
  const from = plain(await checkouts.commit(base))
  const parts = [
    { name: 'api', accepted: plain(await checkouts.commit(api)), from },
    { name: 'shop', accepted: plain(await checkouts.commit(shop)), from },
  ]
  const both = { ...api, 'test/shop.test.js': holds('shop') }
  expect(await judge('joint', both, { unit: 'module', parts })).toMatchObject({ verdict: 'pass', findings: [] })
  const { 'test/kept.test.js': __, ...lost } = both
  const judged = await judge('joint', lost, { unit: 'module', parts })
  expect(judged.findings.map(({ rule, message }) => [rule, message])).toEqual([
    ['test-vanished', expect.stringContaining('kept (older than the modules api, shop) is not in the combination')],
  ])
})

test('modules that make a test fail together are named, and not one that is in it as well', async () => {
  proves('DPTR-102')
  const { judge, checkouts } = trial()
  const asks = "import { existsSync } from 'node:fs'\n"
  const alone = `${asks}${tests(`test('alone', () => assert.ok(!existsSync(new URL('../src/shop.js', import.meta.url))))`)}`
  const files = {
    api: { 'test/api.test.js': alone },
    web: { 'test/web.test.js': holds('web') },
    shop: { 'src/shop.js': 'export const shop = 1\n', 'test/shop.test.js': holds('shop') },
  }
  const from = plain(await checkouts.commit(start))
  const commits = {
    api: await checkouts.commit({ ...start, ...files.api }),
    web: await checkouts.commit({ ...start, ...files.web }),
    shop: await checkouts.commit({ ...start, ...files.shop }),
  }
  const merge = async (...names: readonly (keyof typeof files)[]) =>
    checkouts.merging(
      names.map((name) => commits[name]),
      await checkouts.commit(Object.assign({ ...start }, ...names.map((name) => files[name]))),
    )
  await merge('api', 'web')
  await merge('api', 'shop')
  await merge('web', 'shop')
  await merge('api', 'web', 'shop')
  const names = ['api', 'web', 'shop'] as const
  const parts = names.map((name) => ({ name, accepted: plain(commits[name]), from }))
  const judged = await judge(
    'joint',
    { ...start, ...files.api, ...files.web, ...files.shop },
    { unit: 'module', parts },
  )
  expect(judged.findings).toMatchObject([
    {
      rule: 'test-fails',
      units: ['api', 'shop'],
      message: expect.stringContaining('(from module api; combined with api, web, shop)'),
    },
  ])
})
