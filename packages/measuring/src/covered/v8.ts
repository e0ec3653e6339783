/** Reads what V8 left behind under NODE_V8_COVERAGE, or Sigma's provider for vitest in the same shape. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { jsonIn } from '../text.ts'
import type { CoverageFolder } from './coverage-folder.ts'

/** Counts of one script, as V8 gives them: offsets in UTF-16 units; the first range of a function is the whole of it. */
const script = z.object({
  url: z.string(),
  functions: z.array(
    z.object({
      functionName: z.string(),
      isBlockCoverage: z.boolean(),
      ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
    }),
  ),
})
export type ScriptCoverage = z.infer<typeof script> & {
  /** The text that was counted in, or the name of the file that it is in; null: the text of the file itself. */
  readonly source: string | Made | null
}

export const madeSchema = z.object({
  code: z.string(),
  map: z
    .object({
      sources: z.array(z.string().nullable()),
      names: z.array(z.string()).default([]),
      mappings: z.string(),
    })
    .nullable(),
})
/** What a file became before it was loaded, and the source map (version 3) back to it. */
export type Made = z.infer<typeof madeSchema>

const profile = z.object({
  result: z.array(script),
  // What is not known has a name that no file has.
  sources: z
    .record(z.string(), z.union([z.string(), madeSchema, z.object({ code: z.null() }).transform(() => '')]))
    .default({}),
})

/** The scripts of one process. */
export interface ProcessCoverage {
  /** By path relative to the root; scripts outside of it are left out. */
  readonly scripts: ReadonlyMap<string, ScriptCoverage>
}

/** Null when a file cannot be read, or is older than the run: then nothing can be said. */
export async function readV8(folder: CoverageFolder, root: string): Promise<readonly ProcessCoverage[] | null> {
  const names = await readdir(folder.path).catch(() => [])
  const profiles: ProcessCoverage[] = []
  for (const name of names) {
    if (!/^coverage-\d+-/.test(name)) continue
    const path = join(folder.path, name)
    const scripts = (await stat(path)).mtimeMs < folder.since ? null : parse(await readFile(path, 'utf8'))
    if (scripts === null) return null
    profiles.push({ scripts: new Map(scripts.flatMap((each) => placed(each, root))) })
  }
  return profiles
}

function parse(json: string): readonly ScriptCoverage[] | null {
  const read = profile.safeParse(jsonIn(json))
  return read.data?.result.map((each) => ({ ...each, source: read.data.sources[each.url] ?? null })) ?? null
}

function placed(script: ScriptCoverage, root: string): readonly (readonly [string, ScriptCoverage])[] {
  const { url } = script
  if (!url.startsWith('file://') && !isAbsolute(url)) return []
  const path = relative(root, isAbsolute(url) ? url : fileURLToPath(url.replace(/[?#].*$/, '')))
  return path.startsWith('..') ? [] : [[path, script]]
}
