/** Coverage as V8 counted it, in the files themselves or in what a runner made of them. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { jsonIn } from '../text.ts'
import { converted } from './conversion.ts'
import type { CoverageFolder } from './coverage-folder.ts'
import type { FileCounts } from './file-counts.ts'
import type { CoverageReport, Unreadable } from './report-form.ts'
import { type Made, madeSchema, readV8, type ScriptCoverage } from './v8.ts'

export async function readV8Report(folder: CoverageFolder, root: string): Promise<CoverageReport | Unreadable> {
  const profiles = await readV8(folder, root)
  if (profiles === null || profiles.length === 0) {
    return { kind: 'unreadable', reason: 'The test run left no readable coverage behind.' }
  }
  const isTransformed = profiles.some(({ scripts }) => [...scripts.values()].some((each) => each.source !== null))
  const sources = new Map<string, Promise<Made | null>>()
  const sourceOf = (name: string): Promise<Made | null> => {
    const known = sources.get(name) ?? readSource(join(folder.path, basename(name)))
    sources.set(name, known)
    return known
  }
  return {
    // A transformer believes the source map that a file names for itself; every other hint is taken out here.
    obeys: isTransformed ? /sourceMappingURL/ : null,
    countsOf: async (file, code) => {
      const seen = profiles.flatMap(({ scripts }) => scripts.get(file) ?? [])
      if (seen.length === 0) return { kind: 'never-loaded' }
      // Processes that saw the same are converted once, for only 0 or more counts in the end.
      const different = new Map(seen.map((each) => [JSON.stringify([each.source, each.functions]), each]))
      const views: FileCounts[] = []
      for (const each of different.values()) {
        const { source } = each
        const made = source === null ? 'itself' : typeof source === 'string' ? await sourceOf(source) : source
        const view = await viewOf(each, made, { file, path: join(root, file), code })
        if ('kind' in view) return view
        views.push(view)
      }
      return { kind: 'counted', views }
    },
  }
}

/** `made` is what the runner made of the file; null: not known. */
async function viewOf(
  { functions }: ScriptCoverage,
  made: Made | 'itself' | null,
  { file, path, code }: { readonly file: string; readonly path: string; readonly code: string },
): Promise<FileCounts | Unreadable> {
  if (made === 'itself') return await converted(file, { path, functions, code, map: null })
  if (made === null) return { kind: 'unreadable', reason: `What the runner made of ${file} is not known.` }
  const { map } = made
  if (map === null && made.code.trim() !== code.trim() && !isBlanked(made.code, code)) {
    return { kind: 'unreadable', reason: `No source map leads from what the runner made of ${file} back to it.` }
  }
  const places = map === null ? null : { ...map, version: 3, sources: map.sources.map((each) => urlOf(path, each)) }
  return await converted(`${file}.js`, { path, functions, code: made.code, map: places })
}

/** Node takes types out by writing blanks over them, so that every place stays what it was, and names the file behind it. */
const isBlanked = (made: string, code: string): boolean =>
  made.length >= code.length &&
  code.split('').every((unit, at) => unit === made[at] || /[\s;]/.test(made[at] ?? '')) &&
  /^\s*(\/\/# sourceURL=.*)?\s*$/.test(made.slice(code.length))

/** Source maps name a file relative to itself. */
function urlOf(path: string, name: string | null): string {
  if (name === null || name.startsWith('file:')) return name ?? ''
  return pathToFileURL(resolve(dirname(path), name)).href
}

async function readSource(path: string): Promise<Made | null> {
  return madeSchema.safeParse(jsonIn(await readFile(path, 'utf8').catch(() => ''))).data ?? null
}
