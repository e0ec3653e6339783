import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { type Asking, filesNamed, languages, repository, timeZones, variables } from './offers.ts'
import type { Trouble } from './troubles.ts'

const trouble = (text: string): Trouble => ({ id: 't', file: 'test/a.js', text, places: ['test/a.js'] })
const set = { NODE_OPTIONS: '--x', PATH: '/own', MINE: '1', GIVEN: '1', MY_KEY: 'k' }

async function asking(source: string, env: Readonly<Record<string, string>> = {}, reads = ['here.txt']) {
  const person = { files: { 'here.txt': '', 'there.txt': '' }, variables: set }
  const checkouts = folderCheckouts({}, null, person)
  const commit = await checkouts.commit({ 'test/a.js': source })
  const project = { ...nodeProject, reads }
  return {
    checkouts,
    commit,
    project,
    env,
    text: async (path) => (path === 'test/a.js' ? source : ''),
  } satisfies Asking
}

test('of the variables that a file reads those are tried that the person has set and that a test may be given', async () => {
  const source =
    'process.env.NODE_OPTIONS; process.env.PATH; process.env.GIVEN; import.meta.env.MINE; const { MY_KEY, GONE = 1 } = process.env'
  const { tried, untried } = await variables([trouble('')], await asking(source, { GIVEN: '2' }))
  expect(tried).toMatchObject([{ needs: 'the variable MINE, which you have set', env: { MINE: '$MINE' } }])
  expect(untried).toMatchObject([{ env: { MY_KEY: '$MY_KEY' } }])
})

test('what tests are given already is not tried', async () => {
  const named = [trouble(`open 'here.txt' and 'there.txt'`)]
  expect((await filesNamed(named, await asking(''))).tried).toMatchObject([{ reads: ['there.txt'] }])
  expect(repository(named, await asking('')).tried).toMatchObject([{ reads: ['.git'] }])
  expect(repository(named, await asking('', {}, ['.git'])).tried).toEqual([])
})

test('what lies above the configuration is offered like all else', async () => {
  const inPackage = await asking('')
  const offers = await filesNamed([trouble(`open 'there.txt'`)], {
    ...inPackage,
    project: { ...inPackage.project, folder: 'packages/a' },
  })
  expect(offers.tried).toMatchObject([{ needs: '../../there.txt, which is in no commit', reads: ['there.txt'] }])
})

test('of time zones those that are named are tried first, three at most, and none but for a test about time', async () => {
  const zones = async (text: string, env: Readonly<Record<string, string>> = {}) =>
    (await timeZones([trouble('')], await asking(text, env), [])).map((offer) => offer.env?.['TZ'])
  expect(await zones('new Date() // Asia/Tokyo')).toEqual(['Asia/Tokyo', 'UTC'])
  expect(await zones('new Date() // Asia/Tokyo', { TZ: 'UTC' })).toEqual(['Asia/Tokyo'])
  expect(await zones('new Date() // Asia/Tokyo Europe/Rome America/Lima')).toHaveLength(3)
  expect(await zones('// Asia/Tokyo')).toEqual([])
})

test('a language is tried for a test about one, where it is another', async () => {
  const offers = async (text: string, env: Readonly<Record<string, string>> = {}) =>
    (await languages([trouble('')], await asking(text, env))).length
  expect(await offers('x.toLocaleString()')).toBe(1)
  expect(await offers('x.toLocaleString()', { LC_ALL: 'en_US.UTF-8' })).toBe(0)
  expect(await offers('x.toString()')).toBe(0)
})
