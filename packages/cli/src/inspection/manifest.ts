/** A `package.json`, of which whatever cannot be read is left out. */
import { z } from 'zod'
import { inFolder, type Tree } from './tree.ts'

const texts = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((all) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : [])),
    ),
  )
const text = z.string().nullable().catch(null)
const list = z.array(z.string())

const manifestSchema = z.object({
  name: text,
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  main: text,
  module: text,
  source: text,
  bin: z.union([z.string().transform((path) => ({ bin: path })), texts]).catch({}),
  exports: z.unknown().optional(),
  packageManager: text,
  workspaces: z.union([list, z.object({ packages: list }).transform(({ packages }) => packages)]).catch([]),
  jest: z.record(z.string(), z.unknown()).nullable().catch(null),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Empty where there is none. */
export function manifestIn(tree: Tree, folder: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(tree.text(inFolder(folder, 'package.json')) ?? '{}'))
  } catch {
    return manifestSchema.parse({})
  }
}

/** Packages that it names, with the versions that it wants. */
export const dependenciesOf = ({ dependencies, devDependencies }: Manifest): Readonly<Record<string, string>> => ({
  ...dependencies,
  ...devDependencies,
})

/** Files that others load of the package, relative to it. */
export function entriesOf({ main, module, source, bin, exports }: Manifest): readonly string[] {
  const named = [main, module, source, ...Object.values(bin), ...textsIn(exports, 0)]
  return [...new Set(named.flatMap((path) => (path === null ? [] : [path.replace(/^\.\//, '')])))]
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 5) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))
}
