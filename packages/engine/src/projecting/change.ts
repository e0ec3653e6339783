/** What has to happen to a file so that it holds what it should: decided from its bytes alone. */
import { sha256 } from '../identity/canonical.ts'
import type { Form } from './projected-file.ts'
import { type RegionName, splitRegion, withRegion } from './region.ts'
import { notPlain, strayMarks, unmarked } from './wording.ts'

export type Change =
  | { readonly kind: 'none' }
  /** The file is a person's, and not as it was when its text was to be replaced. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'make'; readonly bytes: Uint8Array }
  /** What is missing at the end, a torn line included. */
  | { readonly kind: 'append'; readonly bytes: Uint8Array }
  | { readonly kind: 'replace'; readonly bytes: Uint8Array; readonly drift: Drift | null }
  | { readonly kind: 'remove' }
  | { readonly kind: 'refuse'; readonly why: string }

/** What another hand wrote where only Sigma writes: kept before it is replaced (DPTR-123). */
export interface Drift {
  readonly bytes: Uint8Array
  readonly where: 'inside' | 'whole'
}

const unchanged: Change = { kind: 'none' }

/** `current` is null where nothing is. */
export function changeOf(form: Form, current: Uint8Array | null): Change {
  switch (form.kind) {
    case 'gone':
      return current === null ? unchanged : { kind: 'remove' }
    case 'once':
      return current === null ? { kind: 'make', bytes: Buffer.from(form.content) } : unchanged
    case 'instead':
      return insteadChange(form, current)
    case 'whole':
      return wholeChange(Buffer.from(form.content), current)
    case 'lines':
      return linesChange(Buffer.from(form.content), current, form.dropped)
    case 'region':
      return regionChange(form, current)
  }
}

/** Once it is written, or changed by its owner, it is not what it takes the place of any more. */
function insteadChange({ content, of }: Extract<Form, { kind: 'instead' }>, current: Uint8Array | null): Change {
  const bytes = Buffer.from(content)
  if (current === null) return of === null ? { kind: 'make', bytes } : { kind: 'leave' }
  if (of === `sha256:${sha256(current)}`) return wholeChange(bytes, current)
  return isSame(bytes, current) ? unchanged : { kind: 'leave' }
}

function wholeChange(bytes: Uint8Array, current: Uint8Array | null): Change {
  if (current === null) return { kind: 'make', bytes }
  return isSame(bytes, current) ? unchanged : { kind: 'replace', bytes, drift: null }
}

function linesChange(bytes: Uint8Array, current: Uint8Array | null, dropped: ReadonlySet<string>): Change {
  if (current === null) return { kind: 'make', bytes }
  const { others, own } = dropped.size === 0 ? { others: nothing, own: current } : partedBy(current, dropped)
  if (isSame(bytes, own)) return unchanged
  const isBeginning = own.length < bytes.length && isSame(bytes.subarray(0, own.length), own)
  if (isBeginning) return { kind: 'append', bytes: bytes.subarray(own.length) }
  return {
    kind: 'replace',
    bytes: Buffer.concat([others, bytes]),
    drift: { bytes: current, where: 'whole' },
  }
}

const nothing: Uint8Array = new Uint8Array()

/** The journal does not know any more what the whole lines of these runs were. */
function partedBy(log: Uint8Array, dropped: ReadonlySet<string>): Record<'others' | 'own', Uint8Array> {
  const lines = Buffer.from(log)
    .toString('latin1')
    .split(/(?<=\n)/)
  const parts = Map.groupBy(lines, (line) => (dropped.has(runIn(line)) ? 'others' : 'own'))
  const joined = (part: 'others' | 'own') => Buffer.from((parts.get(part) ?? []).join(''), 'latin1')
  return { others: joined('others'), own: joined('own') }
}

/** Empty: of none, or the line was cut off. */
function runIn(line: string): string {
  if (!line.endsWith('\n')) return ''
  try {
    const value: unknown = JSON.parse(line)
    const run = typeof value === 'object' && value !== null && 'run' in value ? value.run : null
    return typeof run === 'string' ? run : ''
  } catch {
    return ''
  }
}

/** Where the marks leave a doubt about what is Sigma's, nothing is written. */
function regionChange({ name, content }: Extract<Form, { kind: 'region' }>, current: Uint8Array | null): Change {
  if (current === null) return { kind: 'make', bytes: withRegion(new Uint8Array(), name, content) }
  const fault = regionFault(current, name)
  if (fault !== null) return { kind: 'refuse', why: fault }
  const { region } = splitRegion(current, name)
  const bytes = withRegion(current, name, content)
  if (region === null) return { kind: 'refuse', why: unmarked }
  if (bytes === current) return unchanged
  return { kind: 'replace', bytes, drift: region.intact ? null : { bytes: region.bytes, where: 'inside' } }
}

/** Why neither a region nor the marks of one can be written; null: they can. */
export function regionFault(current: Uint8Array, name: RegionName): string | null {
  if (current.includes(0)) return notPlain
  return splitRegion(current, name).stray > 0 ? strayMarks : null
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
