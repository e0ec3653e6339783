/** What was accepted though something got worse, as a protocol tells it: never silent (SIG-45). */
import type { Note, Words } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { printableLine } from '../printable.ts'

/** A note in words, with a line for each change. */
export interface Told {
  readonly type: string
  readonly message: string
  readonly lines: readonly string[]
}

/** The notes that the protocol shows, in their order. */
export function toldIn(notes: readonly Note[], { shown }: Pick<Words, 'shown'>): readonly Told[] {
  return notes.flatMap(({ type, data }) =>
    shown.includes(type) ? [{ type, message: textOf(data['message']), lines: changeLines(data) }] : [],
  )
}

/** `test/a.test.js › adds, weakened: equal(add(1, 2), 3) → ok(add(1, 2))`: read by hand, since `sigma status` loads no schema. */
export function changeLines({ changes }: Note['data']): readonly string[] {
  if (!Array.isArray(changes)) return []
  return changes.map((change) => {
    const of = (name: string): string => textOf(Reflect.get(Object(change), name))
    const where = of('test') === '' ? of('file') : `${of('file')} › ${of('test')}`
    const became = of('after') === '' ? '' : ` → ${of('after')}`
    const was = of('before') === '' ? '' : `: ${of('before')}`
    return printableLine(`${where}, ${of('how')}${was}${became}`, 320)
  })
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const most = 10

/** Rows of a table; none where there is nothing to tell. */
export function toldRows(told: readonly Told[]): readonly (readonly string[])[] {
  return told.flatMap(({ type, message, lines }) => {
    const more = lines.length > most ? [['', `and ${lines.length - most} more (sigma log --json)`]] : []
    return [
      [`  ${printableLine(type, 20)}`, printableLine(message, 320)],
      ...lines.slice(0, most).map((line) => ['', line]),
      ...more,
    ]
  })
}
