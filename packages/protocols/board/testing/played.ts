/** A board that is played event by event, through the kernel as a host would. */
import {
  type Advance,
  advance,
  type Called,
  type Effect,
  type Event,
  type Json,
  type JsonObject,
  type Kernel,
  type Stamp,
} from '@sigma/protocol'
import { called, record, started } from '@sigma/protocol/testing'
import { z } from 'zod'
import { board } from '../machine/board.ts'
import type { BoardInput } from '../machine/input.ts'
import { ownId, sitId } from '../machine/places.ts'
import type { BoardState, OpenBoard, Task } from '../machine/state.ts'

const machine = { protocol: board, budgets: [] }

export type Answer =
  | { readonly kind: 'replied'; readonly data: JsonObject }
  | { readonly kind: 'refused'; readonly rule: string; readonly reason: string; readonly remedy: string }
  | { readonly kind: 'waits' }

const madeSchema = z.object({ task: z.string(), owner: z.string().nullable() })
const phaseSchema = z.object({
  phase: z.string(),
  roles: z.array(z.object({ role: z.string(), agent: z.string() })),
})

export class PlayedBoard {
  kernel: Kernel<BoardState>
  /** Effects of the latest event. */
  effects: readonly Effect[] = []
  /** Messages that were told, in order. */
  readonly told: { readonly type: string; readonly data: JsonObject; readonly to: string | null }[] = []
  /** Answers to calls, by the call's id. */
  readonly answers = new Map<string, Answer>()
  #sequence = 1
  #calls = 0

  constructor(input: BoardInput) {
    this.kernel = this.#take(advance(machine, null, record(machine, started(input), 1, null)))
  }

  /** A nonce of its own for each event, as a host gives. */
  happen(event: Event): void {
    this.#sequence += 1
    const stamped = { ...event, nonce: `n${this.#sequence}` }
    this.kernel = this.#take(advance(machine, this.kernel, record(machine, stamped, this.#sequence, this.kernel)))
  }

  #take({ kernel, effects, actions }: Advance<BoardState>): Kernel<BoardState> {
    this.effects = effects
    for (const action of actions) {
      if (action.kind === 'tell') this.told.push({ ...action.message, to: action.to })
      if (action.kind !== 'respond') continue
      const { result } = action
      const data = z.looseObject({}).safeParse(result.kind === 'replied' ? result.data : {}).data ?? {}
      this.answers.set(action.call, result.kind === 'replied' ? { kind: 'replied', data: data as JsonObject } : result)
    }
    return kernel
  }

  /** `by`: an agent's name, or a person's. */
  call(verb: string, args: Json = {}, by = 'ann'): Answer {
    return this.answers.get(this.send(verb, args, by)) ?? { kind: 'waits' }
  }

  /** Gives the call's id. */
  send(verb: string, args: Json, by: string): string {
    this.#calls += 1
    const call = `call-${this.#calls}`
    this.happen(called(verb, args, { call, caller: this.attemptOf(by) } satisfies Partial<Called & Stamp>))
    return call
  }

  /** The attempt of the agent's open turn, or where it has none the one that it last might have had; a person's name as it is. */
  attemptOf(by: string): string {
    if (!by.includes('_')) return by
    return this.kernel.open[ownId(by)]?.attempt ?? this.kernel.open[sitId(by)]?.attempt ?? `${sitId(by)}@1`
  }

  /** Throws where it is refused. */
  does(verb: string, args: Json = {}, by = 'ann'): JsonObject {
    const answer = this.call(verb, args, by)
    if (answer.kind !== 'replied') throw new Error(`${verb}: ${JSON.stringify(answer)}`)
    return answer.data
  }

  /** The rule by which it is refused. */
  refusal(verb: string, args: Json = {}, by = 'ann'): string {
    const answer = this.call(verb, args, by)
    return answer.kind === 'refused' ? answer.rule : answer.kind
  }

  /** Makes a task; gives its id and its owner. */
  begins(args: JsonObject = {}): { readonly task: string; readonly owner: string } {
    return this.#made(this.does('task', { description: 'Build a landing page', ...args }))
  }

  splits(by: string, args: JsonObject = {}): { readonly task: string; readonly owner: string } {
    return this.#made(this.does('subtask', { description: 'Write the words', ...args }, by))
  }

  #made(data: JsonObject): { readonly task: string; readonly owner: string } {
    const { task, owner } = madeSchema.parse(data)
    return { task, owner: owner ?? '' }
  }

  opens(by: string, args: JsonObject = {}): { readonly phase: string; readonly agents: readonly string[] } {
    const { phase, roles } = phaseSchema.parse(
      this.does('phase', { name: 'Brainstorm', limit: 3, roles: ['designer', 'dev'], ...args }, by),
    )
    return { phase, agents: roles.map(({ agent }) => agent) }
  }

  get board(): OpenBoard {
    const { state } = this.kernel
    if (state.kind === 'over') throw new Error('The board is over.')
    return state
  }

  task(id: string): Task {
    const task = this.board.tasks[id]
    if (task === undefined) throw new Error(`There is no task ${id}.`)
    return task
  }

  /** Ids of what is open. */
  get open(): readonly string[] {
    return Object.keys(this.kernel.open)
  }

  types(): readonly string[] {
    return this.told.map(({ type }) => type)
  }
}
