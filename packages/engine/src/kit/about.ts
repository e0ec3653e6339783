/** What a run's input is about: all that the rest of the system needs of it, without knowing the protocol's own words. */
import type { At, Budget, Document, Project } from '@sigma/protocol'

export interface About {
  /** What there is one run of at a time, and what people name a run by, e.g. a module; null: there may be any number. */
  readonly subject: string | null
  /** True: it changes nothing and asks nobody, so any number of such runs may be played beside one of the subject; absent: no. */
  readonly isReport?: true | undefined
  /** Commit that the run starts from; null: it starts from none. */
  readonly base: string | null
  /** True: that commit is the working tree as it stood, which no branch of the user's holds; absent: no. */
  readonly isSnapshot?: true | undefined
  /** Documents that were accepted as they stood when the run began (DPTR-71). */
  readonly documents: readonly AcceptedDocument[]
  /** The project's own prompt templates as they stood then: no later text is told to the run's agents. */
  readonly templates: readonly Document[]
  /** The project's own words to agents, as they stood then and were confirmed; absent: none. */
  readonly words?: readonly Document[] | undefined
  /** Globs of files that no agent of the run may change. */
  readonly guarded: readonly string[]
  /** What its turns may use before a person is asked. */
  readonly budgets: readonly Budget[]
  /** The code that is worked on, and how it is tested; null: there is none. */
  readonly project: Project | null
  /** In the order in which they are worked on. */
  readonly units: readonly Unit[]
}

export interface AcceptedDocument extends Document {
  /** What people call it, e.g. `plan`. */
  readonly called: string
}

/** A piece of the work that people name: a cycle, a module, a task. */
export interface Unit {
  /** Name of the unit in `At`: its `unit`, or the `step` of work that belongs to no unit. */
  readonly name: string
  /** In a sentence, e.g. `cycle 1`. */
  readonly called: string
  /** What else it is called, in any case of letters. */
  readonly aliases: readonly string[]
  /** What it belongs to, for people, e.g. `batch 1 of 2`; empty: to nothing. */
  readonly within: string
}

export const aboutNothing: About = {
  subject: null,
  base: null,
  documents: [],
  templates: [],
  guarded: [],
  budgets: [],
  project: null,
  units: [],
}

/** The unit that people mean by a word; null: none is called so. */
export function unitNamed(units: readonly Unit[], word: string): Unit | null {
  const wanted = word.toLowerCase()
  const isCalled = ({ name, called, aliases }: Unit): boolean =>
    [name, called, ...aliases].some((each) => each.toLowerCase() === wanted)
  return units.find(isCalled) ?? null
}

/** Whether an effect that stands there is work on the unit. */
export function isOfUnit({ unit, step }: At, { name }: Pick<Unit, 'name'>): boolean {
  return (unit ?? step) === name
}
