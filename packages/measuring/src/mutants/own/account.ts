/** Reads what the programs that try mutants wrote down (`runners/mutant-account.cjs`). */
import { createHmac } from 'node:crypto'
import { relative } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../../text.ts'

export interface NotedFile {
  readonly file: string
  /** Mutants that are reached beside tests, as while the file is loaded. */
  readonly load: ReadonlySet<number>
  readonly tests: readonly { readonly name: string; readonly ids: ReadonlySet<number> }[]
  /** Why the file says nothing about mutants; null: it does. */
  readonly failed: string | null
  /** The test file failed without a mutant, once some were tried: what it noticed is not known. */
  readonly doubted: boolean
}

export interface Account {
  readonly files: readonly NotedFile[]
  readonly tries: readonly Try[]
  /** False: something in it was not written by Sigma's programs, or they did not come to their end. */
  readonly isWhole: boolean
}

interface Try {
  readonly file: string
  readonly mutant: number
  /** The test that noticed it, or an empty text where the file did; null: none. */
  readonly by: string | null
}

const ids = z.array(z.int())
const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('noted'),
    file: z.string(),
    load: ids,
    tests: z.array(z.object({ name: z.string(), ids, passes: z.boolean() })),
    failed: z.string().nullable(),
  }),
  z.object({ kind: z.literal('begun'), file: z.string(), mutant: z.int() }),
  z.object({ kind: z.literal('tried'), file: z.string(), mutant: z.int(), by: z.string().nullable() }),
  z.object({ kind: z.literal('doubted'), file: z.string() }),
  z.object({ kind: z.literal('stalled') }),
  z.object({ kind: z.literal('ended') }),
])

/** `root` is what names of files are made relative to. */
export function readAccount(text: string, key: string, root: string): Account {
  const lines = text.split('\n').filter((line) => line !== '')
  const read = lines.map((line) => {
    const json = line.slice(65)
    if (`${createHmac('sha256', key).update(json).digest('hex')} ` !== line.slice(0, 65)) return null
    return lineSchema.safeParse(jsonIn(json)).data ?? null
  })
  const own = read.filter((line) => line !== null)
  const path = (file: string): string => relative(root, file)
  const doubted = new Set(own.flatMap((line) => (line.kind === 'doubted' ? [line.file] : [])))
  const noted = new Map(own.flatMap((line) => (line.kind === 'noted' ? [[line.file, line] as const] : [])))
  return {
    files: [...noted.values()].map(({ file, load, tests, failed }) => ({
      file: path(file),
      load: new Set(load),
      tests: tests.filter(({ passes }) => passes).map((each) => ({ name: each.name, ids: new Set(each.ids) })),
      failed,
      doubted: doubted.has(file),
    })),
    tries: own.flatMap((line) => (line.kind === 'tried' ? [{ ...line, file: path(line.file) }] : [])),
    isWhole: read.length === own.length && own.at(-1)?.kind === 'ended' && own.every(({ kind }) => kind !== 'stalled'),
  }
}
