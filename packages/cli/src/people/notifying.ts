/** Tells somebody, by what the configuration names, that a decision waits: once for each, also when a host follows another. */
import { basename } from 'node:path'
import type { Decision, Opening, Reader } from '@sigma/engine'
import { failureOf } from '../errors.ts'
import { printableLine } from '../printable.ts'
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
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  if (channels.length === 0) return async () => undefined

  /** Who was told by an earlier host is not told again. */
  function remember(run: string): void {
    if (looked.has(run)) return
    looked.add(run)
    for (const { type, data } of reader.notes(run))
      if (type === 'notified' && typeof data['id'] === 'string') told.add(data['id'])
  }

  async function tell(decision: Decision): Promise<void> {
    const notice = noticeOf(decision, basename(root))
    const answers = await Promise.all(channels.map(async ({ name, tell: by }) => ({ name, why: await by(notice) })))
    for (const { name, why } of answers)
      if (why !== null)
        failureOf(() =>
          note(decision.run, {
            type: 'not-notified',
            data: { id: decision.id, by: name, message: `Nobody was told by ${name}: ${why}` },
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
    for (const decision of reader.inbox(run)) {
      remember(decision.run)
      if (told.has(decision.id)) continue
      told.add(decision.id)
      const by = channels.map(({ name }) => name)
      if (!isAllowed()) {
        const message = `Nobody was told: ${mostAnHour} decisions an hour are told, and no more.`
        note(decision.run, { type: 'not-notified', data: { id: decision.id, message } })
        continue
      }
      // Before it is tried: twice told is worse than what `sigma inbox` shows anyway.
      note(decision.run, { type: 'notified', data: { id: decision.id, by, message: `Told by ${by.join(', ')}.` } })
      const telling = tell(decision).finally(() => void pending.delete(telling))
      pending.add(telling)
    }
  }

  // A store that broke ends its host, which says so itself.
  onCommitted((run) => void failureOf(() => look(run)))
  return async () => void (await Promise.all(pending))
}

function noticeOf({ id, run, consult, expiresAt }: Decision, project: string): Notice {
  return {
    kind: 'decision',
    project,
    id,
    run,
    question: printableLine(consult.question),
    options: consult.options.map(({ name, consequence }) => ({ name, consequence: printableLine(consequence) })),
    fallback: consult.fallback,
    expiresAt,
    answer: `sigma decide ${id} <option>`,
  }
}
