/** The runs of one protocol as its files need them: each folded once, then kept up to date event by event. */
import { type Fold, protocolUnknown, type Registered, type RunView, storeBroken } from '@sigma/engine'
import { type JournalReader, notProjected } from '@sigma/engine/projecting'
import type { Open, Recorded } from '@sigma/protocol'
import type { z } from 'zod'

export interface Page<Input> {
  readonly view: RunView
  readonly input: Input
}

/** What every course of a run says, whatever its protocol. */
interface AnyCourse {
  readonly sequence: number
}

/** How a course stands that lists what is open. */
interface Standing {
  readonly standing: readonly { readonly open: Open }[]
  readonly end: unknown
}

/** Nobody is at work on the run: it has ended, or waits for a person. */
export const isAtRest = ({ end, standing }: Standing): boolean =>
  end !== null || standing.every(({ open }) => open.effect.kind === 'consult')

/** A run that is being folded; `course` is null before its first event. */
interface Folding<Course> {
  readonly course: Course | null
  readonly fold: Fold
}

export interface PagesSpec<Input, Course> {
  readonly protocol: string
  readonly input: z.ZodType<Input>
  readonly beginning: (protocol: Registered) => Folding<Course>
  readonly after: (before: Folding<Course>, recorded: Recorded) => Folding<Course>
  /** Files of a run that is quiet are written at once. */
  readonly isQuiet: (course: Course) => boolean
}

export interface Pages<Input, Course> {
  /** Of other protocols' runs nothing is taken. */
  take(view: RunView): void
  /** Runs that cannot be read, each a sentence. */
  notes(): readonly string[]
  /** Oldest first. */
  all(): readonly Page<Input>[]
  /** Null: no run of this protocol that can be read has that name. */
  page(run: string): Page<Input> | null
  /** With the newest events. Fails with `protocol-unknown`, `store-broken`. */
  course(page: Page<Input>): Course
  /** As `Archive` has it. */
  isQuiet(run: string): boolean | null
}

export function pagesOf<Input, Course extends AnyCourse>(
  reader: JournalReader,
  protocols: readonly Registered[],
  { protocol, input: schema, beginning, after, isQuiet }: PagesSpec<Input, Course>,
): Pages<Input, Course> {
  const pages = new Map<string, Page<Input>>()
  const foldings = new Map<string, Folding<Course>>()
  const notes: string[] = []

  function take(view: RunView): void {
    if (view.protocol !== protocol) return
    const input = pages.get(view.run)?.input ?? schema.safeParse(view.input).data
    if (input === undefined) notes.push(notProjected(view.run, 'its input cannot be read'))
    else pages.set(view.run, { view, input })
  }

  function course({ view }: Page<Input>): Course {
    const versions = protocols.filter(({ name }) => name === view.protocol)
    const known = versions.find(({ version }) => version === view.version) ?? versions.at(-1)
    if (known === undefined) throw protocolUnknown(view.protocol, view.version)
    let now = foldings.get(view.run) ?? beginning(known)
    for (const recorded of reader.events(view.run, now.course?.sequence ?? 0)) now = after(now, recorded)
    foldings.set(view.run, now)
    if (now.course === null) throw storeBroken(`${view.run} has no events`)
    return now.course
  }

  for (const view of reader.runs().toReversed()) take(view)
  return {
    take,
    notes: () => notes,
    all: () => [...pages.values()],
    page: (run) => pages.get(run) ?? null,
    course,
    isQuiet: (run) => {
      const view = pages.has(run) ? null : reader.run(run)
      if (view !== null) take(view)
      const page = pages.get(run)
      return page === undefined ? null : isQuiet(course(page))
    },
  }
}
