/** Every situation of the TDD loop with every event: one target, or a refusal in words (SIG-10, DPTR-27, DPTR-93). */
import type { Advance, Ask, Event, Kernel, Open } from '@sigma/protocol'
import { advance, statusCodes } from '@sigma/protocol'
import {
  answered,
  answersTo,
  begun,
  called,
  decided,
  elapsed,
  ended,
  identity,
  record,
  walk,
} from '@sigma/protocol/testing'
import { type SampleTdd, sampleTddInput } from '../sample.ts'
import type { TddState } from '../state.ts'
import { tdd } from '../tdd.ts'

type Situation = Kernel<TddState>
type Verdict = 'moves' | 'noted' | 'illegal' | 'refused'
const machine = { protocol: tdd, budgets: [] }

/** What each role may answer in each phase, from the specification (DPTR-93, DPTR-94, DPTR-96). */
const claims: Readonly<Record<string, string>> = {
  'dev Phase0': 'P0C',
  'qa RED': 'RC',
  'dev GREEN': 'GC TI',
  'qa GREEN': 'TA RC',
  'qa REFACTOR_TESTS': 'RTC',
  'dev REFACTOR_IMPL': 'RIC TI',
  'qa REFACTOR_IMPL': 'TA RC',
  'dev REVIEW_TESTS': 'APPROVED NEEDS_CHANGE',
  'qa REVIEW_IMPL': 'APPROVED NEEDS_CHANGE',
}
const closing: Readonly<Record<string, string>> = {
  ask: 'answered failed',
  check: 'judged failed',
  consult: 'decided',
  integrate: 'integrated conflicted failed',
  restore: 'restored failed',
}

const seatOf = ({ role, phase }: Ask): string => `${role} ${phase}`
const opensOf = ({ open }: Situation): readonly Open[] => Object.values(open)

/** One situation for each state and each set of what is open in it, of all that the walk comes to. */
function situationsOf(sample: SampleTdd) {
  const { nodes, complete } = walk(tdd, sampleTddInput(sample), 20_000)
  if (!complete) throw new Error('The walk was cut short.')
  const distinct = new Map<string, Situation>()
  for (const { kernel } of nodes) {
    const open = opensOf(kernel).map(({ effect }) => effect.id + (effect.kind === 'ask' ? seatOf(effect) : effect.kind))
    const key = [kernel.state.kind, kernel.status, ...open.sort()].join()
    if (!distinct.has(key)) distinct.set(key, kernel)
  }
  const identify = identity(tdd)
  const known = new Set(nodes.map(({ kernel }) => identify(kernel)))
  return { situations: [...distinct.values()], isKnown: (kernel: Situation) => known.has(identify(kernel)) }
}

/** Whatever may ever happen to whatever is ever open, and to something that never is. */
function alphabetOf(situations: readonly Situation[]): readonly Event[] {
  const bodies = new Map<string, Event>([['called', called('say')]])
  const add = (event: Event): void => void bodies.set(JSON.stringify({ ...event, base: '' }), event)
  const effects = situations.flatMap(opensOf).map(({ effect }) => effect)
  const answers = effects.flatMap(answersTo)
  const ids = new Set(['nothing', ...effects.map(({ id }) => id)])
  for (const id of ids) {
    for (const { code } of statusCodes) add(answered(id, code, { commit: 'e'.repeat(40), changed: ['x'] }))
    for (const option of ['fix', 'merged', 'skip', 'abort', 'extend', 'resume', 'dance']) add(decided(id, option))
    for (const event of [begun(id), elapsed(id), ended(id)]) add(event)
  }
  for (const answer of answers) {
    if (answer.kind === 'answered' || !('id' in answer)) continue
    for (const id of ids) add({ ...answer, id, tick: 0, nonce: 'n' })
  }
  return [...bodies.values()]
}

/** What must become of an event, told from the specification alone. */
function verdictOn(kernel: Situation, event: Event): Verdict {
  if (event.kind === 'called' || !('id' in event)) return 'refused'
  const effect = Object.hasOwn(kernel.open, event.id) ? kernel.open[event.id]?.effect : undefined
  if (effect === undefined) return 'refused'
  if (event.kind === 'begun') return effect.kind === 'ask' ? 'noted' : 'refused'
  if (!closing[effect.kind]?.split(' ').includes(event.kind)) return 'refused'
  if (event.kind === 'answered' && effect.kind === 'ask') {
    return `${claims[seatOf(effect)]} ME TO EX BL`.split(' ').includes(event.code) ? 'moves' : 'illegal'
  }
  if (event.kind !== 'decided' || effect.kind !== 'consult') return 'moves'
  return effect.options.some(({ name }) => name === event.option) ? 'moves' : 'refused'
}

/** What of a refusal is missing: the state it names, the event, and each event that would be legal. */
function missingIn({ taken: { refusal }, from: kernel, event }: Pair): readonly string[] {
  if (refusal === null) return ['a refusal']
  if (event.kind === 'called') return [kernel.state.kind, event.verb].filter((word) => !refusal.message.includes(word))
  const about = 'id' in event ? event.id : ''
  const legal = opensOf(kernel).flatMap(({ effect }) => answersTo(effect).map(({ kind }) => `${kind} ${effect.id}`))
  const wanted = event.kind === 'decided' ? [] : [kernel.state.kind, event.kind]
  return [
    ...[about, ...wanted].filter((word) => !refusal.message.includes(word)),
    ...(event.kind === 'decided' ? [] : legal.filter((word) => !refusal.remedy.includes(word))),
  ]
}

const fresh = (kernel: Situation, id: string): Situation => {
  const open = kernel.open[id]
  return open === undefined ? kernel : { ...kernel, open: { ...kernel.open, [id]: { ...open, failures: [] } } }
}

export interface CrossProduct {
  /** What is not as it should be, each in a line; the pairs are walked to their end. */
  readonly faults: readonly string[]
  /** Pairs by what must become of them. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** Kinds of the states that were walked. */
  readonly states: ReadonlySet<string>
}

export function crossProduct(sample: SampleTdd): CrossProduct {
  const { situations, isKnown } = situationsOf(sample)
  const alphabet = alphabetOf(situations)
  const faults: string[] = []
  const counts = { moves: 0, noted: 0, illegal: 0, refused: 0 }
  for (const kernel of situations) {
    for (const event of alphabet) {
      const wanted = verdictOn(kernel, event)
      counts[wanted] += 1
      const from = wanted === 'illegal' && 'id' in event ? fresh(kernel, event.id) : kernel
      const taken = advance(machine, from, record(machine, event, 1, from))
      const fault = faultOf(wanted, { from, event, taken }, isKnown)
      if (fault !== null) faults.push(`${from.state.kind}, ${JSON.stringify(event)}: ${fault}`)
    }
  }
  return { faults, counts, states: new Set(situations.map(({ state }) => state.kind)) }
}

interface Pair {
  readonly from: Situation
  readonly event: Event
  readonly taken: Advance<TddState>
}

function faultOf(wanted: Verdict, pair: Pair, isKnown: (kernel: Situation) => boolean): string | null {
  const { from, event } = pair
  const { disposition, kernel } = pair.taken
  if (wanted === 'moves') {
    if (disposition !== 'applied') return `is ${disposition}`
    return isKnown(kernel) ? null : 'leads where no walk came'
  }
  if (kernel.state !== from.state) return 'changes the state'
  if (wanted === 'noted') return disposition === 'noted' ? null : `is ${disposition}`
  if (wanted === 'illegal' && 'id' in event) {
    const open = kernel.open[event.id]
    const [finding] = open?.refused ?? []
    if (disposition !== 'retried' || finding?.rule !== 'answer-illegal' || open?.effect.kind !== 'ask')
      return disposition
    const { role, phase } = open.effect
    const words = [event.kind === 'answered' ? event.code : '', role, phase]
    const codes = `${claims[seatOf(open.effect)]} ME TO EX BL`.split(' ')
    const said = words.every((word) => finding.message.includes(word)) && finding.remedy.includes(codes.join(', '))
    return said ? null : `is refused with ${finding.message} ${finding.remedy}`
  }
  if (kernel.open !== from.open && JSON.stringify(kernel.open) !== JSON.stringify(from.open))
    return 'changes what is open'
  const missing = missingIn(pair)
  return missing.length === 0 ? null : `is refused without ${missing.join(', ')}`
}
