/** Names of agents: a tree, `_`, and four letters or digits (ROOM-23). */
import { derived } from './ids.ts'

const trees = [
  'alder',
  'ash',
  'aspen',
  'beech',
  'birch',
  'cedar',
  'cherry',
  'cypress',
  'elder',
  'elm',
  'fir',
  'hazel',
  'juniper',
  'larch',
  'laurel',
  'linden',
  'maple',
  'oak',
  'olive',
  'pine',
  'poplar',
  'rowan',
  'spruce',
  'walnut',
  'willow',
  'yew',
] as const

/** `number`: how many agents the board had before; tells apart those that one event makes. */
export function freeName(nonce: string, number: number, isTaken: (name: string) => boolean): string {
  for (let turn = 0; ; turn += 1) {
    const salt = `agent${number}.${turn}`
    const tree = trees[Number.parseInt(derived(nonce, `${salt}.tree`, 4), 36) % trees.length]
    const name = `${tree}_${derived(nonce, salt, 4)}`
    if (!isTaken(name)) return name
  }
}
