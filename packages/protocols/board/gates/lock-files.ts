/** What lock files have at their top: what the project itself can import. */
import { jsonIn } from '@sigma/measuring'
import { z } from 'zod'
import { isInstalled } from './manifests.ts'

const readers: Readonly<Record<string, (text: string) => readonly string[] | null>> = {
  'package-lock.json': ofNpm,
  'npm-shrinkwrap.json': ofNpm,
  'yarn.lock': (text) => named(text, /^"?(@?[^@\s"]+)@/gm),
  'pnpm-lock.yaml': (text) =>
    named(text.split(/^snapshots:/m)[0] ?? '', /^ {2}'?\/?(@?[^@\s'/(]+(?:\/[^@\s'(]+)?)@[^\s]*:$/gm),
  'bun.lock': (text) => named(text, /^ {4}"[^"]+": \["(@?[^@"]+)@/gm),
}

export const isLockFile = (path: string): boolean =>
  !isInstalled(path) && (nameOf(path) in readers || /\.lockb$/.test(path))

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Null: it cannot be read. */
export const packagesOfLock = (path: string, text: string): readonly string[] | null =>
  readers[nameOf(path)]?.(text) ?? null

const named = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
]

const entry = z.object({ link: z.boolean().optional(), name: z.string().optional() })
const npmSchema = z.object({
  packages: z.record(z.string(), entry).optional(),
  /** As npm 6 wrote it. */
  dependencies: z.record(z.string(), z.unknown()).optional(),
})

function ofNpm(text: string): readonly string[] | null {
  const { data } = npmSchema.safeParse(jsonIn(text))
  if (data === undefined) return null
  if (data.packages === undefined) return Object.keys(data.dependencies ?? {})
  return Object.entries(data.packages).flatMap(([path, { link, name }]) => {
    const top = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    return top === undefined || link === true ? [] : [name ?? top]
  })
}
