import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { TakenBy } from '../schema.ts'
import { bounded } from '../text.ts'
import type { Failure } from './test-run.ts'
import { inTree, type Tree } from './tree.ts'

const causeSchema = z.object({
  name: z.string(),
  code: z.string().nullable(),
  message: z.string(),
  stack: z.string(),
  /** True: the cause was read out of a message, so its frames prove nothing. */
  quoted: z.boolean(),
})

/** An error as the reporters write it down, with what each of them says beside. */
export const errorSchema = z.object({
  name: z.string(),
  code: z.string().nullable(),
  message: z.string(),
  stack: z.string(),
  /** The error's causes, from the outside in. */
  causes: z.array(causeSchema).default([]),
  /** The stack of the error that an assertion met and did not want. */
  unwanted: z.string().default(''),
})

/** `failureType` is in the words of node:test. */
export type Raised = TakenBy<typeof errorSchema> & { readonly failureType: string }

/**
 * Says why a test failed. An assertion is one by name or code; `not implemented`, and any error of another kind, counts only where
 * a source file raised it (A18), for a test could throw the same itself. Frames are data: a test can write them, so the gate
 * RED looks whether the error is gone when the source that is named does nothing.
 */
export function classify(raised: Raised, tree: Tree): Failure {
  const own = classifyAlone(raised, tree)
  return own.kind === 'other' ? (byCause(own, raised, tree) ?? own) : own
}

/** A library may put an error of its own around what the test met; fast-check does. */
function byCause(own: Failure, { failureType, causes = [] }: Raised, tree: Tree): Failure | null {
  for (const { quoted, ...cause } of causes) {
    const inner = classifyAlone({ ...cause, failureType }, tree)
    if (!telling.has(inner.kind)) continue
    const message = bounded(`${inner.message} (in ${own.name}: ${own.message})`)
    return { ...inner, message, throughSource: inner.throughSource && !quoted }
  }
  return null
}

const telling: ReadonlySet<Failure['kind']> = new Set(['assertion', 'not-implemented', 'source-error'])

function classifyAlone(raised: Raised, tree: Tree): Failure {
  const frames = framesOf(raised.stack, tree.root)
  const inProject = frames.filter((frame) => frame.path !== null)
  const [top] = inProject
  const [entry, caller] = calledIn(inProject, tree)
  const [unwanted] = calledIn(
    framesOf(raised.unwanted ?? '', tree.root).filter((frame) => frame.path !== null),
    tree,
  )
  return {
    kind: kindOf(raised, top !== undefined && !isOfTest(top, tree)),
    name: bounded(raised.name, 100),
    code: raised.code === null ? null : bounded(raised.code, 100),
    message: bounded(inTree(raised.message, tree)),
    frame: top === undefined ? null : `${top.path}:${top.line}`,
    ...(entry !== undefined && { entry: placeOf(entry) }),
    ...(caller !== undefined && { calledAt: placeOf(caller) }),
    ...(unwanted !== undefined && { unwanted: placeOf(unwanted) }),
    throughSource: inProject.some((frame) => frame.path !== null && tree.isSource(frame.path)),
  }
}

const isOfTest = ({ path }: Frame, tree: Tree): boolean => path === null || !tree.isSource(path)

/** What the test had called, and from where. A stack that begins in a call back says nothing of it. */
function calledIn(frames: readonly Frame[], tree: Tree): readonly Frame[] {
  const past = frames.findIndex((frame) => isOfTest(frame, tree))
  return past > 0 ? frames.slice(past - 1, past + 1) : []
}

function kindOf(raised: Raised, fromSource: boolean): Failure['kind'] {
  if (raised.failureType === 'subtestsFailed') return 'subtests'
  if (raised.failureType === 'testTimeoutFailure') return 'timeout'
  if (fromSource && saysNotImplemented(`${raised.name} ${raised.code ?? ''} ${raised.message}`))
    return 'not-implemented'
  if (isAssertion(raised) && raised.failureType !== 'hookFailed') return 'assertion'
  return fromSource ? 'source-error' : 'other'
}

/** By code, by name (`AssertionError` of Node, chai and others), or in the words of `expect`. */
const isAssertion = (raised: Raised): boolean =>
  raised.code === 'ERR_ASSERTION' ||
  /assertion/i.test(raised.name) ||
  stripVTControlCharacters(raised.message).startsWith('expect(')

export const saysNotImplemented = (text: string): boolean =>
  /not[\s_-]*(yet[\s_-]*)?implemented|unimplemented/i.test(text)

interface Frame {
  /** Relative to the checkout; null outside of it. */
  readonly path: string | null
  readonly line: number
  readonly column: number
}

const placeOf = ({ path, line, column }: Frame): string => `${path}:${line}:${column}`

function framesOf(stack: string, root: string): readonly Frame[] {
  return stack.split('\n').flatMap((text) => {
    const at = /^\s+at (?:.*? \((?=\/|file:|node:))?(.+?):(\d+):(\d+)\)?$/.exec(text)
    if (at?.[1] === undefined) return []
    return [{ path: within(root, at[1].replace(/^async /, '')), line: Number(at[2]), column: Number(at[3]) }]
  })
}

function within(root: string, place: string): string | null {
  const path = place.startsWith('file://') ? fileURLToPath(place.replace(/[?#].*$/, '')) : place
  if (!isAbsolute(path)) return null
  const inside = relative(root, path)
  if (inside === '' || inside.startsWith('..') || inside.split('/').includes('node_modules')) return null
  return inside
}
