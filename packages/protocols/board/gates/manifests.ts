/** What the `package.json` files of a repository need of others. */
import { jsonIn } from '@sigma/measuring'
import { z } from 'zod'

export const isManifest = (path: string): boolean => /(?:^|\/)package\.json$/.test(path) && !isInstalled(path)

export const isInstalled = (path: string): boolean => /(?:^|\/)node_modules\//.test(path)

export interface Manifest {
  readonly file: string
  /** Null: it has none. */
  readonly name: string | null
  /** What is written of each package that it names. */
  readonly needs: readonly Need[]
}

interface Need {
  /** What the code imports it as. */
  readonly name: string
  readonly spec: string
}

const specs = z.record(z.string(), z.string()).default({})
const names = z.union([z.array(z.string()), z.boolean()]).optional()

const manifestSchema = z.object({
  name: z.string().optional(),
  dependencies: specs,
  devDependencies: specs,
  peerDependencies: specs,
  optionalDependencies: specs,
  bundledDependencies: names,
  bundleDependencies: names,
})

/** Null: it cannot be read. */
export function manifestOf(file: string, text: string): Manifest | null {
  const { data } = manifestSchema.safeParse(jsonIn(text))
  if (data === undefined) return null
  const { name = null, dependencies, devDependencies, peerDependencies, optionalDependencies } = data
  const written = [dependencies, devDependencies, peerDependencies, optionalDependencies].flatMap(
    Object.entries<string>,
  )
  const bundled = [data.bundledDependencies, data.bundleDependencies].flatMap((each) =>
    Array.isArray(each) ? each : [],
  )
  const needs = [...written, ...bundled.map((each): [string, string] => [each, '*'])]
  return { file, name, needs: needs.map(([each, spec]) => ({ name: each, spec })) }
}

/** Packages that are not the repository's own, each with the manifest that names it. */
export function neededBy(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  const own = new Set(manifests.flatMap(({ name }) => name ?? []))
  const needed = new Map<string, string>()
  for (const { file, needs } of manifests)
    for (const { name, spec } of needs) {
      const isOwn = own.has(name) && (isLocal(spec) || isAnyVersion(spec))
      const wanted = packageMeant(name, spec)
      if (!isOwn && !needed.has(wanted)) needed.set(wanted, file)
    }
  return needed
}

const isLocal = (spec: string): boolean => /^(?:workspace|link|portal|file):(?!.*\.(?:tgz|tar|tar\.gz)$)/.test(spec)

/** What names a package of the repository in a workspace. */
const isAnyVersion = (spec: string): boolean => /^[\^~]?[\d.x*]+$/.test(spec)

/** An alias is the package that it stands for; one that comes from elsewhere than the registry is that place's. */
function packageMeant(name: string, spec: string): string {
  const alias = /^npm:(@?[^@]+)/.exec(spec)?.[1]
  if (alias !== undefined) return alias
  if (isLocal(spec)) return `${name} (${spec})`
  return /^[a-z+]+:|\//i.test(spec) ? `${name} (${spec.replace(/#.*$/, '')})` : name
}
