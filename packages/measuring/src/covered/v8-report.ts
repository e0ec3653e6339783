/** Coverage as V8 counted it, in the files themselves or in what a runner made of them. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { jsonIn } from '../text.ts'
import { type Counted, converted } from './conversion.ts'
import type { CoverageFolder } from './coverage-folder.ts'
import type { Counts, CoverageReport, Unreadable } from './coverage-report.ts'
import type { FileCounts } from './file-counts.ts'
import { type ProcessCoverage, readV8, type ScriptCoverage } from './v8.ts'

const source = z.object({
  code: z.string(),
  map: z
    .object({
      sources: z.array(z.string().nullable()),
      names: z.array(z.string()).default([]),
      mappings: z.string(),
    })
    .nullable(),
})
type Source = z.infer<typeof source>

export async function readV8Report(folder: CoverageFolder, root: string): Promise<CoverageReport | Unreadable> {
  const profiles = await readV8(folder, root)
  if (profiles === null || profiles.length === 0) {
    return { kind: 'unreadable', reason: 'The test run left no readable coverage behind.' }
  }
  const isTransformed = profiles.some(({ scripts }) => [...scripts.values()].some((each) => each.source !== null))
  const sources = new Map<string, Promise<Source | null>>()
  const sourceOf = (name: string): Promise<Source | null> => {
    const known = sources.get(name) ?? readSource(join(folder.path, basename(name)))
    sources.set(name, known)
    return known
  }
  return {
    // Of what a file says of itself, a transformer takes a source map for true; every other hint is taken out here.
    obeys: isTransformed ? /sourceMappingURL/ : null,
    countsOf: (file, code) => countsOf(profiles, root, file, code, sourceOf),
  }
}

async function countsOf(
  profiles: readonly ProcessCoverage[],
  root: string,
  file: string,
  code: string,
  sourceOf: (name: string) => Promise<Source | null>,
): Promise<Counts> {
  const seen = profiles.flatMap(({ scripts }) => scripts.get(file) ?? [])
  if (seen.length === 0) return { kind: 'never-loaded' }
  // Processes that saw the same are converted once, for only 0 or more counts in the end.
  const different = new Map(seen.map((each) => [JSON.stringify([each.source, each.functions]), each]))
  const views: FileCounts[] = []
  for (const each of different.values()) {
    const view = await viewOf(each, root, file, code, sourceOf)
    if ('kind' in view) return view
    views.push(view)
  }
  return { kind: 'counted', views }
}

async function viewOf(
  { source: name, functions }: ScriptCoverage,
  root: string,
  file: string,
  code: string,
  sourceOf: (name: string) => Promise<Source | null>,
): Promise<FileCounts | Unreadable> {
  const path = join(root, file)
  const url = pathToFileURL(path).href
  if (name === null) return await converted(file, { path, url, functions, code, map: null })
  const text = await sourceOf(name)
  if (text === null) return { kind: 'unreadable', reason: `What the runner made of ${file} is not known.` }
  const { map } = text
  if (map === null && text.code.trim() !== code.trim()) {
    return { kind: 'unreadable', reason: `No source map leads from what the runner made of ${file} back to it.` }
  }
  const places = map === null ? null : { ...map, version: 3, sources: map.sources.map((each) => urlOf(path, each)) }
  const counted: Counted = { path, url, functions, code: text.code, map: places }
  return await converted(`${file}.js`, counted)
}

/** Source maps name a file relative to itself. */
function urlOf(path: string, name: string | null): string {
  if (name === null || name.startsWith('file:')) return name ?? ''
  return pathToFileURL(resolve(dirname(path), name)).href
}

async function readSource(path: string): Promise<Source | null> {
  return source.safeParse(jsonIn(await readFile(path, 'utf8').catch(() => ''))).data ?? null
}
