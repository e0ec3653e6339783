/**
 * Files in the tests' folders that tests name to the source, as in `read('test/fixtures/a.ini')`. They are inputs, as texts are:
 * calls that are made again have them, in a folder that does not show that tests are near (decision 0093).
 */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path/posix'
import { escaped } from '../text.ts'
import { type CallEvent, eventsSchema } from './account.ts'

/** What calls name, and where it lies for calls that are made again. Paths are those of a checkout; places are below `<inputs>`. */
export interface GivenFiles {
  readonly places: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  /** Gives the calls with the names that they have for the new places. */
  readonly renamed: (events: readonly CallEvent[]) => readonly CallEvent[]
}

interface Lying {
  /** Those that lie where tests are, and not where no test is. */
  readonly leftOut: readonly string[]
  readonly kept: readonly string[]
  /** Is laid only where a call names the very file. */
  readonly isRun: (file: string) => boolean
  /** The project's, in which its tests run. */
  readonly folder: string
}

/** What is longer is no path. */
const longest = 4_096
/** Behind a whole name. */
const over = `(?![\\w-]|\\.\\w)`

/** Null: no call names any. */
export function givenFiles(events: readonly CallEvent[], { leftOut, kept, isRun, folder }: Lying): GivenFiles | null {
  const files = new Set(leftOut)
  const shared = new Set(kept.flatMap(foldersOf))
  const folders = new Set(leftOut.flatMap(foldersOf).filter((each) => !shared.has(each)))
  const named = new Set(
    events
      .flatMap((each) => textsIn(each.event === 'called' ? each.given : each.event === 'asked' ? each.value : null))
      .flatMap((text) => pathsIn(text, folder))
      .flatMap((path) => [path, ...foldersOf(path)].find((each) => files.has(each) || folders.has(each)) ?? []),
  )
  const tops = new Set([...named].map((each) => (files.has(each) && folders.has(dirname(each)) ? dirname(each) : each)))
  const outer = [...tops].filter((each) => !foldersOf(each).some((above) => tops.has(above)))
  if (outer.length === 0) return null
  const places = new Map(outer.map((each, at) => [each, files.has(each) ? `${at + 1}/${nameOf(each)}` : `${at + 1}`]))
  const laid = leftOut.flatMap((file) => {
    const top = outer.find((each) => file === each || file.startsWith(`${each}/`))
    return top === undefined || (isRun(file) && !named.has(file))
      ? []
      : [[file, `${places.get(top)}${file.slice(top.length)}`] as const]
  })
  return { places, files: new Map(laid), renamed: renaming(places, folder) }
}

/** Lays the files of a checkout into the folder `inputs`, and nothing else: what an earlier try wrote there is gone. */
export async function layGiven({ files }: GivenFiles, checkout: string, inputs: string): Promise<void> {
  await rm(inputs, { recursive: true, force: true })
  for (const [file, place] of [['package.json', 'package.json'] as const, ...files]) {
    await mkdir(dirname(join(inputs, place)), { recursive: true })
    // A link, or what is no file, is no input; of a project without a manifest nothing is laid either.
    await copyFile(join(checkout, file), join(inputs, place)).catch(() => undefined)
  }
}

/** Gives the folder above, the one above that, and so on. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === '.' || folder === '/' || folder === '..' ? [] : [folder, ...foldersOf(folder)]
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > longest ? [] : [value]
  return Array.isArray(value) ? value.flatMap(textsIn) : []
}

/** Paths of the checkout that a text may mean: any below its root, or one that is all of the text. */
function pathsIn(text: string, folder: string): readonly string[] {
  const [, ...inRoot] = text.split('<root>/')
  const paths = inRoot.map((each) => each.split(/[\s'"`?#:,;)\]]/)[0] ?? '')
  if (paths.length === 0 && text.includes('/') && !/^\/|\n/.test(text)) paths.push(join(folder, text))
  return paths.map((path) => join(path.replace(/\/+$/, '')))
}

function renaming(places: GivenFiles['places'], folder: string): GivenFiles['renamed'] {
  const names = [...places].flatMap(([path, place]) => {
    const near = relative(folder, path)
    const asRelative = `(?<![\\w./-])(?:\\./)?${escaped(near)}${near.includes('/') ? over : '(?=/)'}`
    return [
      [new RegExp(`<root>/${escaped(path)}${over}`, 'g'), `<inputs>/${place}`] as const,
      [new RegExp(asRelative, 'g'), `<inputs>/${place}`] as const,
    ]
  })
  const renamed = (text: string): string => names.reduce((all, [name, place]) => all.replace(name, place), text)
  return (events) =>
    eventsSchema.parse(
      JSON.parse(JSON.stringify(events), (_, value) => (typeof value === 'string' ? renamed(value) : value)),
    )
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
