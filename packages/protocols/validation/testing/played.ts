/** A validation that is played event by event, through the kernel as a host would, on a clock of its own. */
import {
  type Advance,
  type Ask,
  advance,
  type Consult,
  type Effect,
  type End,
  type Event,
  type Json,
  jsonOf,
  type Kernel,
  type OpenEffect,
  type Stop,
} from '@sigma/protocol'
import { answered, decided, elapsed, failed, judged, record, restored, started } from '@sigma/protocol/testing'
import type { Failure } from '../machine/found.ts'
import type { ValidationInput } from '../machine/input.ts'
import { idOfTold, type MessageRecord, stampedRecord, type Told, toldSchema } from '../machine/records/record.ts'
import type { Specialist, ValidationState } from '../machine/state.ts'
import { validation } from '../machine/validation.ts'

const machine = { protocol: validation, budgets: [] }
const second = 1000

export const minute: number = 60 * second

export const failureOf = (name: string, rest: Partial<Failure> = {}): Failure => ({
  ...{ kind: 'test', file: 'test/slugs.test.js', name, message: `${name} fails.`, line: 3 },
  ...{ severity: 'high', suggestion: '', ...rest },
})

/** What a check brings; the tree is told by the commit unless it is given. */
export const checkedOf = (tree: string, failures: readonly Failure[] = [], rest: object = {}): Json =>
  jsonOf({ tree, failures, examined: [{ what: 'tests', count: 3 }], coverage: null, ...rest })

export interface Heard {
  readonly told: Told
  readonly record: MessageRecord
  readonly id: string | null
}

export class PlayedValidation {
  kernel: Kernel<ValidationState>
  tick = 0
  /** Effects of the latest event. */
  effects: readonly Effect[] = []
  readonly heard: Heard[] = []
  readonly everyEffect: Effect[] = []
  /** Notes that are no messages. */
  readonly others: string[] = []
  /** How many events were late. */
  late = 0
  #sequence = 1
  #commits = 0

  constructor(input: ValidationInput) {
    this.kernel = this.#take(advance(machine, null, record(machine, started(input), 1, null)))
  }

  happen(event: Event): this {
    this.#sequence += 1
    const stamped = { ...event, tick: this.tick, nonce: `n${this.#sequence}` }
    this.kernel = this.#take(advance(machine, this.kernel, record(machine, stamped, this.#sequence, this.kernel)))
    this.#due()
    return this
  }

  #take({ kernel, effects, disposition }: Advance<ValidationState>): Kernel<ValidationState> {
    if (disposition === 'late') this.late += 1
    this.effects = effects
    this.everyEffect.push(...effects)
    for (const effect of effects) if (effect.kind === 'tell') this.#hear(effect.message)
    return kernel
  }

  #hear({ type, data }: Extract<Effect, { kind: 'tell' }>['message']): void {
    const read = toldSchema.safeParse(data)
    if (!read.success) {
      this.others.push(type)
      return
    }
    const at = new Date(Date.UTC(2026, 10, 21, 10, 15, 0) + this.tick).toISOString()
    const taken = new Set(this.heard.flatMap(({ id }) => id ?? []))
    const id = idOfTold(read.data, at, taken)
    const whole = stampedRecord(read.data, at, id)
    if (whole === null) throw new Error(`${type} is no whole message: ${JSON.stringify(data)}`)
    this.heard.push({ told: read.data, record: whole, id })
  }

  passes(ms: number): this {
    this.tick += ms
    return this
  }

  /** Lets this much time pass; timers that are due within it elapse when they are. */
  waits(ms: number): this {
    const until = this.tick + ms
    for (;;) {
      const due = [...this.#due()].sort((one, other) => one.at - other.at || one.order - other.order)[0]
      if (due === undefined || due.at > until) break
      this.tick = due.at
      this.#timers.delete(due.id)
      this.happen(elapsed(due.id))
    }
    this.tick = until
    return this
  }

  readonly #timers = new Map<string, { readonly at: number; readonly order: number; readonly attempt: string }>()

  #due(): readonly { readonly id: string; readonly at: number; readonly order: number }[] {
    const open = Object.values(this.kernel.open).filter(({ effect }) => effect.kind === 'set-timer')
    return open.map(({ effect, attempt }, order) => {
      const known = this.#timers.get(effect.id)
      const durationMs = effect.kind === 'set-timer' ? effect.durationMs : 0
      if (known?.attempt === attempt) return { id: effect.id, at: known.at, order }
      const fresh = { at: this.tick + durationMs, order, attempt }
      this.#timers.set(effect.id, fresh)
      return { id: effect.id, ...fresh }
    })
  }

  /** Ids of what is open, without timers. */
  get open(): readonly string[] {
    return Object.keys(this.kernel.open).filter((id) => this.kernel.open[id]?.effect.kind !== 'set-timer')
  }

  get timers(): readonly string[] {
    return Object.keys(this.kernel.open).filter((id) => this.kernel.open[id]?.effect.kind === 'set-timer')
  }

  effect(id: string): OpenEffect {
    const found = this.kernel.open[id]?.effect
    if (found === undefined) throw new Error(`${id} is not open; ${Object.keys(this.kernel.open).join(' ')} are.`)
    return found
  }

  consult(id: string): Consult {
    const effect = this.effect(id)
    if (effect.kind !== 'consult') throw new Error(`${id} is no question.`)
    return effect
  }

  ask(id: string): Ask {
    const effect = this.effect(id)
    if (effect.kind !== 'ask') throw new Error(`${id} is no ask.`)
    return effect
  }

  get end(): End {
    const found = this.everyEffect.find((effect) => effect.kind === 'end')
    if (found?.kind !== 'end') throw new Error('The run has not ended.')
    return found
  }

  get stops(): readonly string[] {
    return this.everyEffect.flatMap((effect) => (effect.kind === 'stop' ? [(effect satisfies Stop).id] : []))
  }

  get run(): Exclude<ValidationState, { kind: 'over' }> {
    const { state } = this.kernel
    if (state.kind === 'over') throw new Error('The run is over.')
    return state
  }

  one(name: string): Specialist {
    const found = this.run.specialists.find((each) => each.name === name)
    if (found === undefined) throw new Error(`No specialist ${name}.`)
    return found
  }

  /** Ids of what was told, kinds where there is none; without status changes and acknowledgements. */
  get ids(): readonly string[] {
    return this.heard
      .filter(({ record: { kind } }) => kind !== 'status-change' && kind !== 'acknowledgement')
      .map(({ id, record: { kind } }) => id ?? kind)
  }

  kinds(...kinds: readonly MessageRecord['kind'][]): readonly MessageRecord[] {
    return this.heard.map((each) => each.record).filter(({ kind }) => kinds.includes(kind))
  }

  /** `unit-test: PENDING → IN_PROGRESS`, in order. */
  get changes(): readonly string[] {
    return this.kinds('status-change').map(({ header }) =>
      'entity' in header ? `${header.entity}: ${header.previous} → ${header.next}` : '',
    )
  }

  surveyed(inapplicable: readonly { readonly name: string; readonly reason: string }[] = []): this {
    return this.happen(judged('survey', 'pass', { data: jsonOf({ tree: `tree-${this.run.head}`, inapplicable }) }))
  }

  passing(name: string): this {
    const data = checkedOf(`tree-${this.run.head}`)
    return this.happen(judged(`${name}.check`, 'pass', { data }))
  }

  failing(name: string, ...failures: readonly string[]): this {
    const found = failures.map((each) => failureOf(each))
    return this.happen(
      judged(`${name}.check`, 'fail', { data: checkedOf(`tree-${this.run.head}`, found), findings: [] }),
    )
  }

  acknowledges(name: string): this {
    return this.happen(answered(`${name}.report`, 'AK', { message: 'Understood.' }))
  }

  fixes(name: string, changed: readonly string[] = ['src/slugs.js']): this {
    this.#commits += 1
    const commit = changed.length === 0 ? null : `commit-${this.#commits}`
    return this.happen(answered(`${name}.fix`, 'FD', { message: 'Trimmed the names.', commit, changed }))
  }

  /** One whole fix: the report is acknowledged, the fix is done. */
  mends(name: string): this {
    return this.acknowledges(name).fixes(name)
  }

  decides(name: string, option: string, input: Json = null): this {
    return this.happen(decided(`${name}.decision`, option, { input }))
  }

  lays(name: string): this {
    return this.happen(restored(`${name}.laying`))
  }

  fails(id: string, cause: Parameters<typeof failed>[1] = 'crash'): this {
    return this.happen(failed(id, cause))
  }
}
