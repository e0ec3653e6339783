import { constants } from 'node:os'
import { disturbed, faultsAt, ruleAt, undisturbed } from './disturbed.ts'
import type { Group } from './group.ts'
import { type Place, placeNamed, places } from './places.ts'

const { ENOSPC, EIO, EINTR, EMFILE, EAGAIN, ENOMEM, EROFS } = constants.errno
const errors: Readonly<Record<string, number>> = { ENOSPC, EIO, EINTR, EMFILE, EAGAIN, ENOMEM, EROFS }

/** What can go wrong at a place. */
function faultsOf({ calls, whose }: Place): readonly string[] {
  if (calls.includes('fork')) return ['EAGAIN', 'ENOMEM']
  if (calls.includes('pipe')) return ['EMFILE']
  if (calls.includes('fsync')) return ['EIO', 'ENOSPC']
  if (calls.includes('pwrite')) return ['ENOSPC', 'EIO', 'short', 'EINTR']
  return whose === 'git' ? ['ENOSPC', 'EIO'] : ['ENOSPC', 'EIO', 'EMFILE', 'EROFS']
}

/** Fails the n-th call, once or from then on, as often as there are calls; then the trouble is over and the run goes on. */
export const ioFaults: Group = {
  name: 'io',
  what: 'the n-th call fails, once or from then on: full disk, broken disk, short write, interrupted, too many files or processes',
  details: async () => {
    const { calls } = await undisturbed()
    return places.flatMap((place) =>
      faultsOf(place).flatMap((fault) =>
        Array.from({ length: calls.get(place.name) ?? 0 }, (_, at) => {
          const lasts = at % 2 === 0 || fault === 'EINTR' ? 'once' : 'on'
          return `${place.name}:${fault}:${at + 1}:${lasts}`
        }),
      ),
    )
  },
  play: async (detail) => {
    const [name = '', fault = '', nth = '', lasts = ''] = detail.split(':')
    const place = placeNamed(name)
    const action = fault in errors ? `${errors[fault]}` : fault
    const rule = ruleAt(place, { from: Number(nth), to: lasts === 'on' ? 0 : Number(nth), action })
    return await disturbed((repository) => (number) => {
      return number === 0 ? { env: faultsAt(repository, place, [rule]).env } : null
    })
  },
}
