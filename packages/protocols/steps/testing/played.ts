/** Plays a session by calls, as a follower of its protocol makes them. */
import type { Effect, Event, Json, JsonObject } from '@sigma/protocol'
import { answered, called, judged } from '@sigma/protocol/testing'
import type { Definition } from '../machine/definition.ts'
import { agentId, memoryId, skillsId } from '../machine/places.ts'
import { replySchema, type StepReply } from '../machine/reply.ts'
import { type SampleSession, sampleSession } from '../machine/sample.ts'
import { dueIn, invocationDue, type StepsState } from '../machine/state.ts'
import { steps } from '../machine/steps.ts'

/** What the gate finds of a skill. */
const foundSkill = (name: string, phases: readonly (readonly [string, readonly string[]])[]): JsonObject => ({
  name,
  hash: `hash of ${name}`,
  blob: `blob of ${name}`,
  phases: phases.map(([phase, agents]) => ({ name: phase, agents: [...agents] })),
})

const clarified = [
  ['Clarify', ['asker']],
  ['Make', ['maker', 'checker']],
] as const

/** Outputs that complete each step, by the step's name. */
export const goodOutputs: Readonly<Record<string, JsonObject>> = {
  GENERATE_TASK_ID: { title: 'Add a Login!' },
  CLASSIFY_DOMAIN: { domain: 'web' },
  READ_SKILL: { skill: 'build' },
  COMPLETE_WORKFLOW: { summary: 'All is built.' },
  ANALYZE_REQUIREMENTS: { title: 'Add a login', requirements: ['people log in', 'people log out'] },
  PLAN_SEQUENCE: { skills: ['analyse', 'make'] },
  VERIFY_COMPLETION: {
    results: [
      { requirement: 'people log in', skill: 'make', evidence: 'seen in the memory' },
      { requirement: 'people log out', skill: 'make', evidence: 'seen as well' },
    ],
  },
  COMPLETE: { summary: 'All is done.' },
}

export class PlayedSession {
  state: StepsState
  effects: readonly Effect[]
  #calls = 0

  constructor(sample: SampleSession = {}) {
    const { state, effects } = steps.start(sampleSession(sample))
    this.state = state
    this.effects = effects
  }

  get definition(): Definition {
    return this.state.input.definition
  }

  happen(event: Event): this {
    const { state, effects } = steps.step(this.state, event)
    this.state = state
    this.effects = effects
    return this
  }

  call(verb: string, given: Json = {}): this {
    this.#calls += 1
    return this.happen(called(verb, given, { call: `call-${this.#calls}` }))
  }

  /** The id of the call that was made last. */
  get lastCall(): string {
    return `call-${this.#calls}`
  }

  step(step: number, output: JsonObject | null = null, rest: JsonObject = {}): this {
    return this.call('step', { step, output, ...rest })
  }

  get reply(): StepReply {
    const found = this.effects.find((effect) => effect.kind === 'reply')
    if (found === undefined) throw new Error(`Nothing was replied, but ${JSON.stringify(this.effects)}.`)
    return replySchema.parse(found.data)
  }

  get refusal(): Extract<Effect, { kind: 'refuse' }> {
    const found = this.effects.find((effect) => effect.kind === 'refuse')
    if (found === undefined) throw new Error(`Nothing was refused, but ${JSON.stringify(this.effects)}.`)
    return found
  }

  /** Runs the step that is due to its end. */
  complete(): this {
    const due = dueIn(this.state)
    if (due === null) return this
    const output = goodOutputs[due.name] ?? null
    const names = [output?.['skill'], output?.['skills']].flat().filter((name) => typeof name === 'string')
    this.step(
      due.number,
      output,
      due.work === 'read-skills' ? { skills: names.map((name) => ({ name, text: name })) } : {},
    )
    if (this.state.kind === 'reading') this.found(names)
    while (this.state.kind === 'invoking') this.agentDone()
    return this
  }

  found(names: readonly string[]): this {
    const skills = names.map((name) => foundSkill(name, name === 'build' ? clarified : [['Work', [name]]]))
    return this.happen(judged(skillsId, 'pass', { data: { skills } }))
  }

  /** The agent whose turn it is does its work, and leaves its memory. */
  agentDone(): this {
    return this.agent('AD').memory('pass')
  }

  agent(code: string, message = ''): this {
    const due = invocationDue(this.state)
    if (due === null) throw new Error('No agent is due.')
    return this.happen(answered(agentId(this.state, due), code, { message, commit: 'c' }))
  }

  memory(verdict: 'pass' | 'fail'): this {
    const due = invocationDue(this.state)
    if (due === null) throw new Error('No agent is due.')
    return this.happen(judged(memoryId(this.state, due), verdict, { data: { bytes: 10 } }))
  }

  /** Completes steps until that many are. */
  until(done: number): this {
    while (this.state.path.length < done) this.complete()
    return this
  }
}
