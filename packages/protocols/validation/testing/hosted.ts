/** Validations as a host plays them, on a disk, a world and a clock in memory; their fixer and their checks are scripted. */
import type { Registered } from '@sigma/engine'
import { type Json, jsonOf, type Recorded } from '@sigma/protocol'
import { kits } from '../../kits.ts'
import type { Scene } from '../../tdd/testing/playout.ts'
import { after, beginning, type Folding, type SentMessage } from '../files/course.ts'
import type { ValidationInput } from '../machine/input.ts'
import { type SampleValidation, sampleValidationInput } from '../machine/sample.ts'
import { checkedOf, failureOf } from './played.ts'

export function validationProtocol(): Registered {
  const found = kits.find(({ name }) => name === 'validation')
  if (found === undefined) throw new Error('There is no validation.')
  return found
}

/** Of the one commit that the world begins with. */
export function hostedInput(sample: SampleValidation, limits: Partial<ValidationInput['limits']> = {}): Json {
  const input = sampleValidationInput(sample)
  return jsonOf({ ...input, base: 'base', commit: 'base', limits: { ...input.limits, ...limits } })
}

/** Every specialist fails on the commit that is validated, and passes on any other. */
export const failsOnce: Scene['judge'] = ({ gate, commit }) => {
  const tree = `tree of ${commit}`
  if (gate === 'survey') return { verdict: 'pass', data: { tree, inapplicable: [] } }
  const failures = commit === 'base' ? [failureOf('trims')] : []
  const data = checkedOf(tree, failures)
  return { verdict: failures.length > 0 ? 'fail' : 'pass', data: { ...Object(data) } }
}

/** Acknowledges at once, and takes so long for each fix. */
export const mendsIn =
  (ms: number): Scene['script'] =>
  ({ codes: [code] }) =>
    code === 'FD' ? { code, files: { 'src/index.js': 'mended' }, message: 'Mended.', ms } : { code: code ?? 'EX' }

/** What was sent and received, in order. */
export function messagesIn(recorded: readonly Recorded[]): readonly SentMessage[] {
  const folded = recorded.reduce<Folding>(after, beginning(validationProtocol()))
  return folded.course?.messages ?? []
}

/** A message in a line, without the times that stand in it: they tell how long hosts were gone. */
export const lineOf = ({ id, entry }: SentMessage): string =>
  `${entry.what} ${entry.message} ${entry.before} ${entry.after} ${entry.iteration}/${entry.max}: ${entry.summary}`
    .replaceAll(/\d{8}T\d{6}Z/g, 'TIME')
    .replaceAll(/\d+:\d\d(?::\d\d)?/g, 'TIME')
    .concat(id === null ? '' : ' *')
