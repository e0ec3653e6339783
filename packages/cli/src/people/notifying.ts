/** Tells somebody, by what the configuration names, that a decision waits or a turn takes long: once for each, also when a host follows another. */
import { basename } from 'node:path'
import { type Decision, type Note, type Opening, type Reader, reminderType } from '@sigma/engine'
import { failureOf } from '../errors.ts'
import { printableLine } from '../printable.ts'
import { answeringOf } from '../render/answering.ts'
import type { Channel, Notice } from './notify-channels.ts'

/** So that a run that asks without end fills nobody's mailbox (T34). */
const mostAnHour = 30
const hourMs = 3_600_000

export interface NotifyingSpec extends Pick<Opening, 'onCommitted' | 'note'> {
  readonly reader: Pick<Reader, 'inbox' | 'notes'>
  readonly channels: readonly Channel[]
  readonly root: string
  readonly now: () => number
}

/** Gives what resolves when all that was begun is told, for whoever ends. */
export function notifying({ reader, note, onCommitted, channels, root, now }: NotifyingSpec): () => Promise<void> {
  const told = new Set<string>()
  const looked = new Set<string>()
  /** Number of the last note that was looked at, by run. */
  const read = new Map<string, number>()
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  if (channels.length === 0) return async () => undefined

  /** Who was told by an earlier host is not told again. */
  function remember(run: string): void {
    if (looked.has(run)) return
    looked.add(run)
    for (const { type, at, data } of reader.notes(run)) {
      if (type !== 'notified' || typeof data['id'] !== 'string') continue
      told.add(data['id'])
      // What an earlier host told counts: hosts that follow each other fill no mailbox either.
      times.push(Date.parse(at) || 0)
    }
    times.sort((one, other) => one - other)
  }

  async function tell(notice: Notice): Promise<void> {
    const answers = await Promise.all(channels.map(async ({ name, tell: by }) => ({ name, why: await by(notice) })))
    for (const { name, why } of answers)
      if (why !== null)
        failureOf(() =>
          note(notice.run, {
            type: 'not-notified',
            data: { id: notice.id, by: name, message: `Nobody was told by ${name}: ${why}` },
          }),
        )
  }

  function isAllowed(): boolean {
    while ((times[0] ?? now()) < now() - hourMs) times.shift()
    if (times.length >= mostAnHour) return false
    times.push(now())
    return true
  }

  function look(run: string): void {
    for (const decision of reader.inbox(run)) tellOnce(noticeOf(decision, basename(root)))
    const notes = reader.notes(run, read.get(run))
    read.set(run, notes.at(-1)?.number ?? read.get(run) ?? 0)
    const isNew = ({ type, at }: Note): boolean => type === reminderType && Date.parse(at) > now() - hourMs
    for (const reminder of notes.filter(isNew)) tellOnce(reminderOf(run, reminder, basename(root)))
  }

  function tellOnce(notice: Notice): void {
    const { run, id } = notice
    remember(run)
    if (told.has(id)) return
    told.add(id)
    const by = channels.map(({ name }) => name)
    if (!isAllowed()) {
      const message = `Nobody was told: no more than ${mostAnHour} notices are sent an hour.`
      note(run, { type: 'not-notified', data: { id, message } })
      return
    }
    // Before it is tried: twice told is worse than what `sigma inbox` shows anyway.
    note(run, { type: 'notified', data: { id, by, message: `Told by ${by.join(', ')}.` } })
    const telling = tell(notice).finally(() => void pending.delete(telling))
    pending.add(telling)
  }

  // A store that broke ends its host, which says so itself.
  onCommitted((run) => void failureOf(() => look(run)))
  return async () => void (await Promise.all(pending))
}

function noticeOf(decision: Decision, project: string): Notice {
  const { id, run, consult } = decision
  return {
    kind: 'decision',
    project,
    id,
    run,
    question: printableLine(consult.question),
    options: consult.options.map(({ name, consequence }) => ({ name, consequence: printableLine(consequence) })),
    answering: answeringOf(decision),
    answer: `sigma decide ${id} <option>`,
  }
}

function reminderOf(run: string, { number, data }: Note, project: string): Notice {
  const { message } = data
  const text = typeof message === 'string' ? printableLine(message) : 'A turn takes longer than its limit.'
  return {
    kind: 'reminder',
    project,
    id: `${run}/reminder-${number}`,
    run,
    message: text,
    answer: `sigma watch ${run}`,
  }
}
