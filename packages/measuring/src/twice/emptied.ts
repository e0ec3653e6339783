/**
 * A checkout whose stubs return nothing instead of throwing "not implemented": what new tests ask for beyond that their
 * interface throws no more shows in a run of it.
 */
import { lstat, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Node } from 'oxc-parser'
import { childrenOf, isFunction } from '../asserted/tree.ts'
import type { Bench } from '../benches/bench.ts'
import { saysNotImplemented } from '../runners/failure.ts'
import { parse } from '../syntax/syntax.ts'
import { hasFunctionAt, isHollowAt, placeIn, withHollow } from './hollowed.ts'

export interface Emptied {
  /** Does the function at the `entry` of a failure in this checkout do nothing? */
  isHollow(entry: string): boolean
  /** Those of the given entries at which there is a function, and it does nothing now. */
  readonly hollowed: ReadonlySet<string>
}

/** Empties the stubs of the code under test, and the functions at these entries, where it lies; null: there are none. */
export async function emptyStubs(bench: Bench, entries: readonly string[] = []): Promise<Emptied | null> {
  const places = Map.groupBy(entries.map(placeIn), ({ file }) => file)
  const hollows = new Map<string, string>()
  const hollowed = new Set<string>()
  let found = false
  for (const [file, text] of await bench.texts(bench.sourceFiles)) {
    const hollow = withHollow(file, text, places.get(file) ?? [])
    const emptied = withEmptyStubs(file, hollow) ?? hollow
    if (emptied === text) continue
    await replace(join(bench.checkout.path, file), emptied)
    if (hollow !== text) {
      hollows.set(file, emptied)
      for (const entry of entries) if (hasFunctionAt(file, text, entry)) hollowed.add(entry)
    }
    found = true
  }
  const isHollow = (entry: string): boolean => {
    const { file, ...place } = placeIn(entry)
    const text = hollows.get(file)
    return text !== undefined && isHollowAt(file, text, place)
  }
  return found ? { isHollow, hollowed } : null
}

/** The same text, on the same lines, with stubs that return nothing; null: it has none, or cannot be read. */
export function withEmptyStubs(file: string, text: string): string | null {
  if (text.length > mostCharacters || !saysNotImplemented(text)) return null
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return null
  const isTyped = /\.[cm]?tsx?$/.test(file)
  let emptied = text
  // From the end on, so that the places before it stay as they are.
  for (const { node, returns } of stubsIn(program, null).toReversed()) {
    const thrown = text.slice(node.start, node.end)
    if (!thrown.startsWith('throw') || !saysNotImplemented(thrown)) continue
    const instead = onLinesOf(thrown, isTyped && returns === 'value' ? 'return undefined as never;' : 'return;')
    emptied = emptied.slice(0, node.start) + instead + emptied.slice(node.end)
  }
  return emptied === text ? null : emptied
}

/** More text than this is not looked into. */
const mostCharacters = 1_000_000

interface Stub {
  readonly node: Node
  /** `nothing`: of a constructor or a setter, which may give back no value. */
  readonly returns: Returns
}

type Returns = 'value' | 'nothing'

/** Every `throw` that a function could `return` in place of, in the order of the text. */
function stubsIn(node: Node, within: Returns | null): readonly Stub[] {
  if (node.type === 'ThrowStatement') return within === null ? [] : [{ node, returns: within }]
  return childrenOf(node).flatMap((child) => stubsIn(child, returnsIn(child, node, within)))
}

function returnsIn(node: Node, parent: Node, within: Returns | null): Returns | null {
  if (node.type === 'StaticBlock' || node.type === 'PropertyDefinition') return null
  if (!isFunction(node)) return within
  if (parent.type !== 'MethodDefinition' && parent.type !== 'Property') return 'value'
  return parent.kind === 'constructor' || parent.kind === 'set' ? 'nothing' : 'value'
}

const onLinesOf = (thrown: string, instead: string): string =>
  thrown.includes('\n') ? instead + '\n'.repeat(thrown.split('\n').length - 1) : instead.padEnd(thrown.length)

/** Never through a link, nor into a file that has a second name. */
async function replace(path: string, text: string): Promise<void> {
  const { mode } = await lstat(path)
  await rm(path)
  await writeFile(path, text, { mode: mode & 0o777 })
}
