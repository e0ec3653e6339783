import { disturbed, faultsAt, ruleAt, undisturbed } from './disturbed.ts'
import type { Group } from './group.ts'
import { placeNamed } from './places.ts'

/** Every write to the store, with another fate for what was not synced. */
export const powerCuts: Group = {
  name: 'cut',
  what: 'a power cut at the n-th write to the store: what was not synced is lost, torn or kept, by a seed',
  details: async (_, seed) => {
    const { calls } = await undisturbed()
    return Array.from({ length: calls.get('store-write') ?? 0 }, (_, at) => `${at + 1}:${numberOf(seed) + at}`)
  },
  play: async (detail) => {
    const [nth, seed] = detail.split(':')
    const place = placeNamed('store-write')
    const rule = ruleAt(place, { from: Number(nth), to: Number(nth), action: `cut:${seed}` })
    return await disturbed((repository) => (number) => {
      return number === 0 ? { env: faultsAt(repository, place, [rule]).env } : null
    })
  },
}

function numberOf(seed: string): number {
  return [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7)
}

export const smallHeaps: Group = {
  name: 'memory',
  what: 'a heap of so many MiB, which ends at different moments',
  details: () => Promise.resolve(Array.from({ length: 20 }, (_, at) => `${8 + at}`)),
  play: async (detail) =>
    await disturbed(() => (number) => {
      return number === 0 ? { env: { NODE_OPTIONS: `--max-old-space-size=${detail}` } } : null
    }),
}
