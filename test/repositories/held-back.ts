/** What QA writes beside its new tests: the same ones with other inputs, in a file that the developer is not shown. */
import { heldOf } from '@sigma/protocol'
import type { HeldBack, Work, Writes } from './published.ts'

/** Text that is added at the end of a file, which may not be there yet, and lines that it needs at its top. */
interface Addition {
  readonly head: readonly string[]
  readonly text: string
}

/** The turns of the work with the held-out tests among what is written. */
export function withHeldBack({ turns, held = {} }: Work): { readonly turns: object } {
  const all = Object.entries(turns).map(([turn, writes]) => [turn, { ...writes, ...heldIn(writes, held[turn] ?? {}) }])
  return { turns: Object.fromEntries(all) }
}

function heldIn(writes: Writes, held: Readonly<Record<string, HeldBack>>): Readonly<Record<string, Addition>> {
  const files = Object.entries(held).map(([path, { head = [], group, instead }]) => {
    const other = instead.reduce((text, [now, then]) => {
      if (!text.includes(now)) throw new Error(`${path} does not have: ${now}`)
      return text.replaceAll(now, () => then)
    }, addedBy(writes[path]))
    const text = group === undefined ? other : `\ndescribe('${group}', () => {\n${other}})\n`
    return [heldOf(path), { head, text }] as const
  })
  return Object.fromEntries(files)
}

/** The new tests of a file are all of it, or what is written into it last. */
function addedBy(change: Writes[string] = ''): string {
  if (typeof change === 'string') return change
  const [now, then] = change.at(-1) ?? ['', '']
  return now === '' ? then : then.replace(now, '')
}
