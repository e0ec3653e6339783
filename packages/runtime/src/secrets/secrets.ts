/** The one place where secrets become `[secret NAME]`, before anything of them is kept, shown or told (SIG-104). */
import type { Secrets } from '@sigma/engine'
import type { EventBody } from '@sigma/protocol'
import { type Known, knownSecrets, type Sources } from './known.ts'
import { shapes, unfinishedShape } from './shapes.ts'

export interface SecretKeeper extends Secrets {
  /** The secrets whose values stand in it, each once. Several may have one name, as those of a file have. */
  heldIn(content: Uint8Array): readonly Known[]
  /** The content without these secrets. */
  without(content: Uint8Array): Uint8Array
  /** The text without secrets, where it may have been cut off in the middle of one. */
  shown(text: string): string
  /** Cleans text that comes in pieces: what may be the beginning of a secret is held back. */
  stream(): Stream
  /** Makes a value of a turn known, such as its token. */
  learn(name: string, value: string): void
  /** Reads again the values that may have been renewed. */
  refresh(): void
}

export interface Stream {
  push(piece: string): string
  /** What was held back. */
  end(): string
}

interface Form {
  readonly text: string
  readonly told: string
  readonly known: Known
}

/** Bound of the learned values of turns; older ones are not valid any more. */
const mostLearned = 50

/** Least length of a part of a secret that counts as one; a shorter part may be anything. */
const leastPart = 6

export function secretsOf(sources: Sources): SecretKeeper {
  const learned: Known[] = []
  let forms: readonly Form[] = []
  const refresh = (): void => {
    const all = [...knownSecrets(sources), ...learned]
    forms = all.flatMap(formsOf).toSorted((a, b) => b.text.length - a.text.length)
  }
  refresh()

  const known = (text: string): string => {
    let clean = text
    for (const { text: form, told } of forms) if (clean.includes(form)) clean = clean.replaceAll(form, () => told)
    if (clean.includes(cutBegins)) clean = withoutParts(clean, forms)
    return clean.includes(cutShort) ? withoutBeginnings(clean, forms) : clean
  }
  const text = (given: string): string => {
    let clean = known(given)
    for (const { name, pattern } of shapes)
      clean = clean.replace(pattern, (found) => (isTold(found) ? found : `[secret ${name}]`))
    return clean
  }
  const heldIn = (content: Uint8Array): readonly Known[] => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
    return [...new Set(forms.filter((form) => bytes.includes(form.text)).map((form) => form.known))]
  }
  return {
    text,
    known,
    // as: a value of the same shape, of which only texts have changed.
    value: (value) => deep(value, text) as typeof value,
    event: (event) => cleanEvent(event, { text, known }),
    heldIn,
    without: (content) =>
      heldIn(content).length === 0 ? content : Buffer.from(known(Buffer.from(content).toString('utf8'))),
    shown: (given) => {
      const clean = text(given).replace(/…$/, '')
      const unfinished = unfinishedShape.exec(clean)?.[0] ?? ''
      return unfinished.length > leastPart ? clean.slice(0, -unfinished.length) : withoutBeginning(clean, forms)
    },
    stream: () => streamOf(() => forms, known, text),
    learn: (name, value) => {
      if (value === '' || learned.some((each) => each.value === value)) return
      learned.push({ name, value })
      if (learned.length > mostLearned) learned.shift()
      refresh()
    },
    refresh,
  }
}

/**
 * What is compared later, or decides what is done, loses known values alone: what a run begins with (globs of files, interfaces,
 * settings), paths of files, and what gates measured. Each is put into place of the whole cleaned event.
 */
function cleanEvent(event: EventBody, { text, known }: Pick<Secrets, 'text' | 'known'>): EventBody {
  // as, here and below: a value of the same shape, of which only texts have changed.
  const own = <Value>(value: Value): Value => deep(value, known) as Value
  const all = <Value>(value: Value): Value => deep(value, text) as Value
  switch (event.kind) {
    case 'started':
      return own(event)
    case 'judged':
      return { ...all({ ...event, data: null }), data: own(event.data) }
    case 'answered':
      return { ...all({ ...event, changed: [] }), changed: own(event.changed) }
    case 'conflicted':
      return { ...all({ ...event, files: [] }), files: own(event.files) }
    default:
      return all(event)
  }
}

/** The forms of a value: as it is, in JSON, in addresses, and encoded as a whole. */
function formsOf(known: Known): readonly Form[] {
  const { name, value } = known
  const texts = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    Buffer.from(value).toString('base64url'),
    Buffer.from(value).toString('hex'),
    Buffer.from(value).toString('hex').toUpperCase(),
    ...[0, 1, 2].map((before) => withinBase64(value, before)),
    ...[0, 1, 2].map((before) => withinBase64(value, before).replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [...new Set(texts)].map((text) => ({ text, told: `[secret ${name}]`, known }))
}

/** As it stands in the base64 of more than it, as of `user:password`: what of it no neighbour changes, by how many bytes stand before. */
function withinBase64(value: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
}

const cutBegins = '[… '
const cut = /\[… \d+ bytes left out …\]/g

/**
 * Where the middle of a text was left out, half a value may stand on either side. Who prints such words without end is not
 * looked at everywhere, but in the middle, where something was left out if it was.
 */
function withoutParts(text: string, forms: readonly Form[]): string {
  const marks = [...text.matchAll(cut)]
  const far = ({ index }: { readonly index: number }): number => Math.abs(index - text.length / 2)
  const near = marks.length <= mostMarks ? marks : marks.toSorted((a, b) => far(a) - far(b)).slice(0, mostMarks)
  let clean = ''
  let at = 0
  for (const { index, 0: mark } of near.toSorted((a, b) => a.index - b.index)) {
    clean += `${withoutBeginning(text.slice(at, index), forms)}${mark}`
    at = index + mark.length
    const rest = text.slice(at, at + longestForm)
    const found = forms.flatMap((form) => partOf(rest, form, 'end'))[0]
    if (found !== undefined) {
      clean += found.told
      at += found.length
    }
  }
  return clean + text.slice(at)
}

const mostMarks = 64
const longestForm = 8_192

/** A text that was cut ends with it. */
const cutShort = '…'

function withoutBeginnings(text: string, forms: readonly Form[]): string {
  const begun = forms.filter((form) => text.includes(form.text.slice(0, leastPart)))
  if (begun.length === 0) return text
  const parts = text.split(cutShort)
  const clean = parts.slice(0, -1).map((part) => withoutBeginning(part, begun))
  return [...clean, parts.at(-1)].join(cutShort)
}

function withoutBeginning(text: string, forms: readonly Form[]): string {
  const found = forms.flatMap((form) => partOf(text, form, 'beginning'))[0]
  return found === undefined ? text : text.slice(0, -found.length) + found.told
}

function partOf(
  text: string,
  { text: form, told }: Form,
  which: 'beginning' | 'end',
): readonly { readonly length: number; readonly told: string }[] {
  const most = Math.min(form.length - 1, text.length)
  const [least, near] =
    which === 'end' ? [form.slice(-leastPart), text.slice(0, most)] : [form.slice(0, leastPart), text.slice(-most)]
  if (most < leastPart || !near.includes(least)) return []
  for (let length = most; length >= leastPart; length--) {
    const isOne = which === 'end' ? near.startsWith(form.slice(-length)) : near.endsWith(form.slice(0, length))
    if (isOne) return [{ length, told }]
  }
  return []
}

function streamOf(
  forms: () => readonly Form[],
  known: (text: string) => string,
  clean: (text: string) => string,
): Stream {
  let held = ''
  return {
    push: (piece) => {
      // What is whole goes first, so that no part of it is held back.
      const all = known(held + piece)
      const word = lastWord.exec(all.slice(-mostHeld))?.[0].length ?? 0
      const heldLength = Math.max(unfinishedLength(all, forms()), word < mostHeld ? word : 0)
      held = heldLength === 0 ? '' : all.slice(-heldLength)
      return clean(heldLength === 0 ? all : all.slice(0, -heldLength))
    },
    end: () => {
      const rest = clean(held)
      held = ''
      return rest
    },
  }
}

/** A token has no blank in it: a word is whole when something else follows. */
const lastWord = /[\w.~+/=-]*$/
const mostHeld = 4_096

/** How much of the end may be the beginning of a value. */
function unfinishedLength(text: string, forms: readonly Form[]): number {
  let most = 0
  for (const { text: form } of forms)
    for (let length = Math.min(form.length - 1, text.length); length > most; length--)
      if (text.endsWith(form.slice(0, length))) most = length
  return most
}

/** What was put in a secret's place may look like one. */
const isTold = (text: string): boolean => text.includes('[secret ')

function deep(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => deep(part, clean))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [clean(key), deep(part, clean)]))
}
