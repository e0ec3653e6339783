/** The journal of a session that is played by calls, as a host would record it. */
import { registered } from '@sigma/engine'
import { type Advance, advance, type Event, type Kernel, type Recorded } from '@sigma/protocol'
import { record, started } from '@sigma/protocol/testing'
import { after, beginning, type Folding, type SessionCourse } from '../files/course.ts'
import { type SampleSession, sampleSession } from '../machine/sample.ts'
import type { StepsState } from '../machine/state.ts'
import { steps } from '../machine/steps.ts'
import { PlayedSession } from './played.ts'

/** Plays, and keeps each event; one a minute from ten o'clock. */
export class RecordedSession extends PlayedSession {
  readonly events: Recorded[] = []
  #kernel: Kernel<StepsState> | null = null

  constructor(sample: SampleSession = {}) {
    super(sample)
    this.#keep(started(sampleSession(sample)))
  }

  override happen(event: Event): this {
    this.#keep(event)
    return super.happen(event)
  }

  #keep(event: Event): void {
    const machine = { protocol: steps, budgets: [] }
    const made = record(machine, event, this.events.length + 1, this.#kernel)
    const at = new Date(Date.UTC(2026, 10, 21, 10, this.events.length)).toISOString()
    const recorded = { ...made, envelope: { ...made.envelope, run: 'skill-1f2e3d4c-5b6', at } }
    const taken: Advance<StepsState> = advance(machine, this.#kernel, recorded)
    this.#kernel = taken.kernel
    this.events.push(recorded)
  }

  course(events: readonly Recorded[] = this.events): SessionCourse {
    const { course } = events.reduce<Folding>(after, beginning(registered(steps)))
    if (course === null) throw new Error('Nothing was recorded.')
    return course
  }
}
