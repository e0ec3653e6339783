/** A kit with the least that has to be said: what a project's own protocol begins from. */
import type { JsonObject } from '@sigma/protocol'
import type { AnyState } from '../host/registered.ts'
import { type Kit, type KitSpec, kit } from './kit.ts'
import type { Standing } from './standing.ts'
import { plainWords } from './words.ts'

type Needed = 'protocol' | 'about' | 'tasks' | 'commands' | 'sample'

/** All of `KitSpec` but settings, of which the rest may be left out: what a run needs stands on its command line. */
export type OwnProtocolSpec<Input, State extends AnyState> = Pick<KitSpec<Input, State>, Needed> &
  Partial<Omit<KitSpec<Input, State>, Needed | 'settings'>>

export function ownProtocol<Input, State extends AnyState>(spec: OwnProtocolSpec<Input, State>): Kit {
  return kit({
    standing,
    words: plainWords,
    wholeGates: [],
    gates: null,
    gauntlet: null,
    templates: null,
    stage: null,
    settings: { top: {}, limits: {} },
    example: null,
    files: null,
    report: null,
    ...spec,
  })
}

/** Whether a value of a program that nobody has looked at is a kit. */
export function isKit(value: unknown): value is Kit {
  if (typeof value !== 'object' || value === null) return false
  const has = (name: keyof Kit, type: string): boolean => typeof Reflect.get(value, name) === type
  return has('name', 'string') && has('version', 'number') && has('explore', 'function') && has('standing', 'function')
}

/** How a run stands is told by the kind of its state. */
const standing = ({ kind }: JsonObject): Standing => ({
  step: typeof kind === 'string' ? kind : 'under way',
  progress: null,
  working: [],
})
