/** A person's own text in the place of a draft: looked at as any design is, and accepted by their word where it passes. */
import type { Decided, Finding, Judged } from '@sigma/protocol'
import { z } from 'zod'
import { checkOf } from './checking.ts'
import { consult } from './consulting.ts'
import { editableIn } from './editable.ts'
import { completed } from './ending.ts'
import { designFound } from './gate-parameters.ts'
import { accepted, withNeeds } from './progress.ts'
import type { DesignState, DesignStep, Loop } from './state.ts'

type Deciding = Extract<DesignState, { kind: 'deciding' }>
type Taking = Extract<DesignState, { kind: 'taking' }>

const textInput = z.object({ path: z.string(), content: z.string().min(1) })

export function taking(state: Deciding, { input, by }: Decided): DesignStep {
  const { kind: _, cause, back, ...loop } = state
  const { data } = textInput.safeParse(input)
  const part = editableIn(loop, cause).find(({ path }) => path === data?.path)
  if (data === undefined || part === undefined) return consult(loop, cause, [noText], back)
  const modules = loop.accepted.flatMap(({ module }) => module ?? [])
  // An architecture keeps listing what was designed from it.
  const looked: Loop = { ...loop, item: part.item, queue: cause === 'acceptance' ? modules : loop.queue }
  const check = checkOf(looked, 'taking', { path: part.path, blob: null, content: data.content })
  return { state: { ...loop, kind: 'taking', cause, back, text: { path: part.path, by } }, effects: [check] }
}

const noText: Finding = {
  rule: 'no-text',
  message: 'The decision `edit` came without a text of one of the drafts.',
  remedy: 'Give {"path": "<path>", "content": "<text>"}, or choose another option.',
}

/** The question stands again, with what was found wrong. */
export function asBefore(state: Taking, findings: readonly Finding[]): DesignStep {
  const { kind: _, cause, back, text: __, ...loop } = state
  return consult(loop, cause, findings, back)
}

/** What does not pass is told to the person, who is asked again; the draft stands as it was. */
export function taken(state: Taking, { verdict, findings, data, evidence }: Judged): DesignStep {
  const { kind: _, cause, back, text, ...loop } = state
  const found = designFound.safeParse(data).data
  const document = found?.document ?? null
  if (verdict !== 'pass') return asBefore(state, findings)
  if (found === undefined || document?.path !== text.path) return asBefore(state, [unreadable])
  const { path, blob } = document
  const now: Loop = {
    ...(path === loop.input.architecture.path ? withNeeds(loop, found.needs) : loop),
    written: loop.written.filter((each) => each !== path),
    texts: [...loop.texts.filter((each) => each.path !== path), { path, blob }],
  }
  if (cause !== 'acceptance') {
    const listed = loop.item.kind === 'architecture' ? found.modules : loop.listed
    return accepted({ ...now, listed, checked: { path, blob, evidence } }, text.by)
  }
  const parts = loop.accepted.map((part) => (part.path === path ? { ...part, blob, by: text.by } : part))
  const next: Loop = { ...now, accepted: parts }
  return parts.length === 1 ? completed(next, text.by) : consult(next, cause, [], back)
}

const unreadable: Finding = {
  rule: 'verdict-unreadable',
  message: 'The check passed, and does not say what.',
  remedy: 'sigma doctor',
}
