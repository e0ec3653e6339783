/** What files lead to by their texts alone, as they lie in a folder now. */
import { existsSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isCode } from '../benches/is-code.ts'
import { readTextNow } from '../runners/test-files.ts'
import { meantBy } from '../syntax/resolution.ts'
import { type Leads, leadsOf } from './imports.ts'
import type { Entries } from './trees.ts'

/** Leads by the mark of a text, which changes with it. */
export type KnownLeads = Map<string, Leads>

export interface Closures {
  /** The files that a test file leads to, itself and what is loaded before it included; null: it may lead to anything. */
  of(test: string): ReadonlySet<string> | null
  /** Those of the files whose text may mean one of these paths, there or not. */
  naming(files: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string>
}

export interface Lying {
  /** The folder in which the files lie. */
  readonly root: string
  readonly tree: Entries
  /** Where tests are started, relative to the root. */
  readonly folder: string
  /** Files that are loaded before every test. */
  readonly preloaded: readonly string[]
}

export function closuresOf({ root, tree, folder, preloaded }: Lying, known: KnownLeads = new Map()): Closures {
  const steps = new Map<string, readonly string[] | null>()
  const foreign = new Map<string, boolean>()
  let byName: ReadonlyMap<string, readonly string[]> | null = null

  function leads(path: string): Leads {
    const key = `${path} ${tree.get(path) ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    const read = leadsOf(path, readTextNow(join(root, path)))
    known.set(key, read)
    const oldest = known.size > mostKnown ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return read
  }
  const isForeignHere = (name: string): boolean => {
    const found = foreign.get(name) ?? (isBuiltin(name) || isForeign(root, folder, name))
    foreign.set(name, found)
    return found
  }
  const endingIn = (end: string): readonly string[] => {
    byName ??= Map.groupBy(tree.keys(), (path) => basename(path))
    return (byName.get(basename(end)) ?? []).filter((path) => `/${path}`.endsWith(`/${end}`))
  }
  /** The files that this one is certain to lead to; null: it may lead to anything. */
  function next(path: string): readonly string[] | null {
    if (!isCode(path)) return []
    const { relative: near, bare, ends, open } = leads(path)
    if (open || !bare.every(isForeignHere)) return null
    return [...near.flatMap((name) => meantBy(path, name)).filter((file) => tree.has(file)), ...ends.flatMap(endingIn)]
  }
  function step(path: string): readonly string[] | null {
    const found = steps.get(path)
    if (found !== undefined) return found
    const made = next(path)
    steps.set(path, made)
    return made
  }

  return {
    of: (test) => {
      const reached = new Set([test, ...preloaded])
      for (const each of reached) {
        const found = step(each)
        if (found === null) return null
        for (const file of found) reached.add(file)
      }
      return reached
    },
    naming: (files, paths) => {
      if (paths.length === 0) return new Set()
      const isWanted = new Set(paths)
      const stems = [...new Set(paths.map(stemOf))]
      const isOfIndex = paths.some((path) => /(^|\/)index\.[^/]+$/.test(path))
      const mayMean = (path: string): boolean => {
        if (!isCode(path) || !tree.has(path)) return false
        const text = readTextNow(join(root, path))
        // Most files need not be parsed.
        const isLikely = isOfIndex || stems.some((stem) => text.includes(stem)) || loading.test(text)
        if (!isLikely) return false
        const { relative: near, bare, ends, computed } = leads(path)
        return (
          computed ||
          near.some((name) => meantBy(path, name).some((file) => isWanted.has(file))) ||
          ends.some((end) => paths.some((each) => `/${each}`.endsWith(`/${end}`))) ||
          bare.some((name) => stems.includes(stemOf(name)) && !isForeignHere(name))
        )
      }
      return new Set([...files].filter(mayMean))
    },
  }
}

/** What may load by a name that is put together. */
const loading = /\b(import|require|glob|globSync|context)\s*\(/

/** More texts are read anew. */
const mostKnown = 50_000

/** What a name of the file ends in, as imports write it: that of an index is its folder's. */
function stemOf(path: string): string {
  const stem = basename(path).replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
  return stem === 'index' ? basename(dirname(path)) : stem
}

/** A package that is installed and no part of this repository: what is written here does not change it. */
function isForeign(root: string, folder: string, name: string): boolean {
  const [scope = '', rest] = name.split('/')
  const named = scope.startsWith('@') ? `${scope}/${rest ?? ''}` : scope
  for (let at = folder; ; at = dirname(at)) {
    const place = join(root, at, 'node_modules', named)
    if (existsSync(place)) {
      const inside = relative(realpathSync(root), realpathSync(place))
      return inside.startsWith('..') || inside.split(sep).includes('node_modules')
    }
    if (at === '' || at === '.') return false
  }
}
