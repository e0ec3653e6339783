/** A kit with the least that has to be said: what a project's own protocol begins from. */
import type { JsonObject } from '@sigma/protocol'
import type { AnyState } from '../host/registered.ts'
import { type Kit, type KitSpec, kit } from './kit.ts'
import { guardedGates, guardedProtocol } from './own-guard.ts'
import type { Standing } from './standing.ts'
import { plainWords } from './words.ts'

type Needed = 'protocol' | 'about' | 'tasks' | 'commands' | 'sample'

/** All of `KitSpec` but settings, of which the rest may be left out: what a run needs stands on its command line. */
export type OwnProtocolSpec<Input, State extends AnyState> = Pick<KitSpec<Input, State>, Needed> &
  Partial<Omit<KitSpec<Input, State>, Needed | 'settings'>>

/** Fails where a part is missing or none: nobody may have had it typed. */
export function ownProtocol<Input, State extends AnyState>(spec: OwnProtocolSpec<Input, State>): Kit {
  requireParts(spec)
  const { protocol, gates = null } = spec
  return kit({
    standing,
    words: plainWords,
    wholeGates: [],
    gauntlet: null,
    templates: null,
    stage: null,
    settings: { top: {}, limits: {} },
    example: null,
    files: null,
    report: null,
    ...spec,
    protocol: guardedProtocol(protocol),
    gates: gates === null ? null : guardedGates(gates),
  })
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const has = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => isFunction(Reflect.get(value, name)))

const parts: Readonly<Record<Needed, (value: unknown) => boolean>> = {
  protocol: (value) => has(value, ['start', 'step', 'calls']),
  about: isFunction,
  tasks: Array.isArray,
  commands: Array.isArray,
  sample: (value) => has(value, ['of']),
}

function requireParts(spec: object): void {
  for (const [name, isIt] of Object.entries(parts))
    if (!isIt(Reflect.get(spec, name))) throw new Error(`its "${name}" is missing, or is not what ownProtocol takes.`)
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
