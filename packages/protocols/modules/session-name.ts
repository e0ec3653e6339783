/** Names of dialogues, made when their run begins: the run's journal has them from its first event on. */
import { type Asked, friendlyWord } from '@sigma/engine'

/** Characters of `friendlyWord` that hold at least 80 bits. */
const characters = 17

/** `PLAN_<timestamp>_<word>`: never the same for two dialogues of a store (D7, DPTR-54, DPTR-75). */
export const sessionName = (kind: string, { now, random }: Pick<Asked, 'now' | 'random'>): string =>
  `${kind}_${timestamp(now)}_${friendlyWord(random(characters))}`

const timestamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
