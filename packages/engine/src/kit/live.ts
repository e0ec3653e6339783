/** What a kit brings whose one run a project talks with while it goes on: people from their shells, agents from their turns. */
import type { Json, JsonObject, Recorded } from '@sigma/protocol'
import { protocolUnknown } from '../errors.ts'
import type { Fold, Registered } from '../host/registered.ts'
import type { Reader, RunView } from '../views/views.ts'
import type { Begin } from './beginning.ts'

export interface Live {
  /** The subject of the run: of several that a project had, the one that is not over counts. */
  readonly subject: string
  /** A file of the project, relative to its root, that must lie there first, and the command that makes it. */
  readonly needs: { readonly path: string; readonly command: string }
  /** Roles that must have an agent before it begins. */
  readonly roles: readonly string[]
  /** A command line that begins such a run, for people. */
  readonly begins: string
  /** Makes such a run where there is none. */
  readonly begin: () => Promise<Begin>
  readonly views: () => Promise<OpenMinutes>
}

/** Who reads what. */
export interface LiveReading {
  /** The attempt of an agent's turn, or a person's name, which never has an `@`. */
  readonly caller: string
  readonly arguments: Json
  /** The mark of what the caller knows already; null: nothing is known. */
  readonly since: string | null
}

export interface Shown {
  readonly text: string
  readonly data: Json
}

/** What one view shows of the minutes. Both fail with what a reader can put right. */
export interface LiveView<Minutes> {
  /** Another text whenever there is something new for the caller; whoever waits is woken by that, so it must be quick. */
  readonly mark: (minutes: Minutes, reading: LiveReading) => string
  readonly show: (minutes: Minutes, reading: LiveReading) => Shown
  /** True: nothing new will come, so nobody waits for it; absent: never. */
  readonly isOver?: (minutes: Minutes, reading: LiveReading) => boolean
}

/** A call of an agent in its turn. */
export interface LiveCalled {
  /** The attempt of its turn. */
  readonly caller: string
  readonly verb: string
  readonly arguments: Json
  /** The mark of what it was shown last in a view; null: it was shown nothing there. */
  readonly shown: (view: string) => string | null
}

/** The minutes of one run, kept up to date event by event. */
export interface LiveMinutes {
  /** Reads what was recorded since. */
  take(reader: Pick<Reader, 'events'>): void
  /** Null: there is no such view. */
  view(name: string): {
    readonly mark: (reading: LiveReading) => string
    readonly show: (reading: LiveReading) => Shown
    readonly isOver: (reading: LiveReading) => boolean
  } | null
  /** What the turn of this attempt is told beside what its protocol wrote, as it stands when the turn begins. */
  context(attempt: string): JsonObject
  /** The arguments of a call, with what the host knows of its caller and the caller itself does not tell. */
  argumentsOf(call: LiveCalled): Json
}

/** Opens the minutes of a run, whatever protocol of a kit's it pins. */
export type OpenMinutes = (view: RunView, protocols: readonly Registered[]) => LiveMinutes

export interface MinutesSpec<Course> {
  readonly beginning: (protocol: Registered) => { readonly course: Course | null; readonly fold: Fold }
  readonly after: (
    before: { readonly course: Course | null; readonly fold: Fold },
    recorded: Recorded,
  ) => { readonly course: Course | null; readonly fold: Fold }
  readonly views: Readonly<Record<string, LiveView<Course>>>
  /** Absent: nothing is told beside it. */
  readonly contextOf?: (minutes: Course, attempt: string) => JsonObject
  /** Absent: calls are as their callers make them. */
  readonly argumentsOf?: (minutes: Course, call: LiveCalled) => Json
}

/** Closes over the type of the minutes. Opening fails with `protocol-unknown`. */
export function minutesOf<Course>({
  beginning,
  after,
  views,
  contextOf,
  argumentsOf,
}: MinutesSpec<Course>): OpenMinutes {
  return ({ run, protocol, version }, protocols) => {
    const known = protocols.find((each) => each.name === protocol && each.version === version)
    if (known === undefined) throw protocolUnknown(protocol, version)
    let now = beginning(known)
    let sequence = 0
    const minutes = (): Course => {
      if (now.course === null) throw new Error(`The minutes of ${run} were read before its first event.`)
      return now.course
    }
    return {
      take: (reader) => {
        for (const recorded of reader.events(run, sequence)) {
          now = after(now, recorded)
          sequence = recorded.envelope.sequence
        }
      },
      view: (name) => {
        const found = Object.hasOwn(views, name) ? views[name] : undefined
        if (found === undefined) return null
        return {
          mark: (reading) => found.mark(minutes(), reading),
          show: (reading) => found.show(minutes(), reading),
          isOver: (reading) => found.isOver?.(minutes(), reading) ?? false,
        }
      },
      context: (attempt) => contextOf?.(minutes(), attempt) ?? {},
      argumentsOf: (call) => (argumentsOf === undefined ? call.arguments : argumentsOf(minutes(), call)),
    }
  }
}
