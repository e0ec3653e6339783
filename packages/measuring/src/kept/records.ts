/** The records of suites that ran, by what they ran in. What cannot be read is no record. */
import type { Kept } from '@sigma/engine'
import { z } from 'zod'
import { jsonIn } from '../text.ts'
import { recordIn, type SuiteRecord, textOf } from './record.ts'

export interface Records {
  /** Is anything kept, whatever it ran in? */
  any(): boolean
  /** The record of this very tree; null: there is none. */
  of(surroundings: string, tree: string): SuiteRecord | null
  /** All of these surroundings, the last written first. */
  all(surroundings: string): Iterable<SuiteRecord>
  /** Lets others of this process see it, before all is known that is to be kept. */
  show(surroundings: string, record: SuiteRecord): void
  keep(surroundings: string, record: SuiteRecord): void
  /** These test files stand nowhere from now on: they were wrong where they stood. */
  doubt(files: readonly string[]): void
}

/** Records in memory. */
const mostRead = 32

/** Characters of one record; a larger one costs more to keep than to run again. */
const most = 32 * 1024 * 1024

export function recordsIn(kept: Kept, known: (text: string) => string = (text) => text): Records {
  const read = new Map<string, SuiteRecord | null>()

  let doubted: ReadonlySet<string> = new Set()

  /** Another process may have come to doubt a file meanwhile. */
  function doubts(): ReadonlySet<string> {
    doubted = doubted.union(new Set(doubtedIn(kept.get(doubtName))))
    return doubted
  }

  function cautious(record: SuiteRecord): SuiteRecord {
    const never = doubts()
    return never.size === 0 ? record : { ...record, always: record.always.union(never) }
  }

  function find(name: string, surroundings: string): SuiteRecord | null {
    const found = read.get(name)
    if (found !== undefined) return found
    const text = kept.get(name)
    const record = text === null ? null : recordIn(text)
    const own = record !== null && nameOf(surroundings, record.tree) === name ? record : null
    if (own !== null) read.set(name, own)
    return own
  }

  function show(surroundings: string, record: SuiteRecord): void {
    const name = nameOf(surroundings, record.tree)
    read.delete(name)
    read.set(name, record)
    const [oldest] = read.keys()
    if (read.size > mostRead && oldest !== undefined) read.delete(oldest)
  }

  return {
    any: () => kept.names().some((name) => name !== doubtName),
    show,
    of: (surroundings, tree) => {
      const record = find(nameOf(surroundings, tree), surroundings)
      return record?.tree === tree ? cautious(record) : null
    },
    *all(surroundings) {
      const begin = nameOf(surroundings, '')
      for (const name of kept.names()) {
        const record = name.startsWith(begin) ? find(name, surroundings) : null
        if (record !== null) yield cautious(record)
      }
    },
    keep: (surroundings, record) => {
      show(surroundings, record)
      const text = textOf(record, known)
      if (text.length <= most) kept.put(nameOf(surroundings, record.tree), text)
      // What was written last is what is kept longest.
      if (doubts().size > 0) kept.put(doubtName, JSON.stringify([...doubted]))
    },
    doubt: (files) => {
      if (files.length === 0) return
      doubted = doubts().union(new Set(files.map(known)))
      kept.put(doubtName, JSON.stringify([...doubted]))
    },
  }
}

const doubtName = 'doubted'

const doubtedIn = (text: string | null): readonly string[] =>
  z.array(z.string()).safeParse(text === null ? [] : jsonIn(text)).data ?? []

const nameOf = (surroundings: string, tree: string): string => `${surroundings.slice(0, 24)}-${tree.slice(0, 24)}`
