/** Reads what V8 left behind under NODE_V8_COVERAGE. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Counts of one script, as V8 gives them: offsets in UTF-16 units; the first range of a function is the whole of it. */
export interface ScriptCoverage {
  readonly url: string
  readonly functions: {
    functionName: string
    isBlockCoverage: boolean
    ranges: { startOffset: number; endOffset: number; count: number }[]
  }[]
}

const script: z.ZodType<ScriptCoverage> = z.object({
  url: z.string(),
  functions: z.array(
    z.object({
      functionName: z.string(),
      isBlockCoverage: z.boolean(),
      ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
    }),
  ),
})
const profile = z.object({ result: z.array(script) })

/** The scripts of one process. */
export interface ProcessCoverage {
  readonly pid: number
  /** By path relative to the root; scripts outside of it are left out. */
  readonly scripts: ReadonlyMap<string, ScriptCoverage>
}

/** Null when a file cannot be read: then nothing can be said. */
export async function readV8(folder: string, root: string): Promise<readonly ProcessCoverage[] | null> {
  const names = await readdir(folder).catch(() => [])
  const profiles: ProcessCoverage[] = []
  for (const name of names) {
    const pid = Number(/^coverage-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid === 0) continue
    const scripts = parse(await readFile(join(folder, name), 'utf8'))
    if (scripts === null) return null
    profiles.push({ pid, scripts: new Map(scripts.flatMap((each) => placed(each, root))) })
  }
  return profiles
}

function parse(json: string): readonly ScriptCoverage[] | null {
  try {
    return profile.parse(JSON.parse(json)).result
  } catch {
    return null
  }
}

function placed(script: ScriptCoverage, root: string): readonly (readonly [string, ScriptCoverage])[] {
  if (!script.url.startsWith('file://')) return []
  const path = relative(root, fileURLToPath(script.url.replace(/[?#].*$/, '')))
  return path.startsWith('..') ? [] : [[path, script]]
}
