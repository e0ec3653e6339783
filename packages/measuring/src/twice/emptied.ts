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

/** Empties the stubs of the code under test, where it lies; false: there are none. */
export async function emptyStubs(bench: Bench): Promise<boolean> {
  let found = false
  for (const [file, text] of await bench.texts(bench.sourceFiles)) {
    const emptied = withEmptyStubs(file, text)
    if (emptied === null) continue
    await replace(join(bench.checkout.path, file), emptied)
    found = true
  }
  return found
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
