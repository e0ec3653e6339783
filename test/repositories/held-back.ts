/** What QA writes beside its new tests: the same ones with other inputs, in a file that the developer is not shown. */
import { heldOf } from '@sigma/protocol'
import type { Edit, HeldBack, Work, Writes } from './published.ts'

/** The turns of the work with the held-out tests among what is written. */
export function withHeldBack({ turns, held = {}, ...work }: Work): Work {
  const all = Object.entries(turns).map(([turn, writes]) => [turn, { ...writes, ...heldIn(writes, held[turn] ?? {}) }])
  return { ...work, turns: Object.fromEntries(all) }
}

function heldIn(writes: Writes, held: Readonly<Record<string, HeldBack>>): Writes {
  const files = Object.entries(held).map(([path, { head = '', tail = '', instead }]) => {
    const change = writes[path]
    if (change === undefined) throw new Error(`${path} is not written in this turn`)
    const added = typeof change === 'string' ? change : addedBy(change.at(-1))
    const other = instead.reduce((text, [now, then]) => {
      if (!text.includes(now)) throw new Error(`${path} does not have: ${now}`)
      return text.replaceAll(now, () => then)
    }, added)
    return [heldOf(path), [['', `${head}${other}${tail}`] as const]]
  })
  return Object.fromEntries(files)
}

const addedBy = ([now, then]: Edit = ['', '']): string => (now === '' ? then : then.replace(now, ''))
