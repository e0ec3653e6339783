import { chanceFrom } from './chance.ts'
import { disturbed, faultsAt, ruleAt, undisturbed } from './disturbed.ts'
import type { Group } from './group.ts'
import { type Place, placeNamed, places } from './places.ts'

const ofSigma = ['kill', 'kill-after'] as const
/** Killed is git itself, as the kernel does when memory is short, or sigma while git goes on. */
const ofGit = ['kill', 'kill-parent'] as const

function actionsAt({ calls, whose }: Place): readonly string[] {
  if (whose === 'git') return ofGit
  return calls.includes('pwrite') ? [...ofSigma, 'tear'] : ofSigma
}

/** Every call of the shortest run, each with one way to be killed there. */
export const killPoints: Group = {
  name: 'kill',
  what: 'SIGKILL at the n-th system call, before it, after it, or in the middle of a write',
  details: async () => {
    const { calls } = await undisturbed()
    return places.flatMap((place) => {
      const actions = actionsAt(place)
      return Array.from({ length: calls.get(place.name) ?? 0 }, (_, at) => {
        const action = actions[at % actions.length] ?? 'kill'
        return `${place.name}:${at + 1}:${action}`
      })
    })
  },
  play: async (detail) => {
    const [name = '', nth = '', action = ''] = detail.split(':')
    const place = placeNamed(name)
    const rule = ruleAt(place, { from: Number(nth), to: Number(nth), action })
    return await disturbed((repository) => (number) => {
      return number === 0 ? { env: faultsAt(repository, place, [rule]).env } : null
    })
  },
}

/** Several kills in one run, the recovery not spared: each process but the last has one coming somewhere. */
export const killSeeds: Group = {
  name: 'kills',
  what: 'two to six kills in one run at random system calls, those of the recovery included',
  details: (count, seed) => Promise.resolve(Array.from({ length: count }, (_, at) => `${seed}-${at}`)),
  play: async (detail) => {
    const random = chanceFrom(detail)
    const { calls } = await undisturbed()
    const kills = 2 + Math.floor(random() * 5)
    return await disturbed((repository) => (number) => {
      if (number >= kills) return null
      const place = places[Math.floor(random() * places.length)] ?? placeNamed('store-write')
      const actions = actionsAt(place)
      const nth = 1 + Math.floor(random() ** 2 * (calls.get(place.name) ?? 1))
      const action = actions[Math.floor(random() * actions.length)] ?? 'kill'
      return { env: faultsAt(repository, place, [ruleAt(place, { from: nth, to: nth, action })]).env }
    })
  },
}

/** Whoever goes on is killed as well, again and again, ever further on. */
export const killedRecoveries: Group = {
  name: 'recovery',
  what: 'a hundred processes in a row killed while they take up the run, then one that is left alone',
  details: (_, seed) => Promise.resolve([`${seed}:100`]),
  play: async (detail) => {
    const random = chanceFrom(detail)
    const most = Number(detail.split(':')[1])
    const [begun, early] = [placeNamed('store-write'), ['store-write', 'lock'].map(placeNamed)]
    return await disturbed(
      (repository) => (number) => {
        if (number > most) return null
        // What comes before the run goes on: the lock, its note, the recovery of the store, the new epoch.
        const [place, nth] = number === 0 ? [begun, 200] : [early[number % 2] ?? begun, 1 + Math.floor(random() * 5)]
        return { env: faultsAt(repository, place, [ruleAt(place, { from: nth, to: nth, action: 'kill' })]).env }
      },
      most + 2,
    )
  },
}
