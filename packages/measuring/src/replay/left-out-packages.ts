/**
 * Installed packages that the bare replay leaves out: those that run tests and those that a runner needs, unless the project's own
 * manifests ask for them, directly or through another package.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readText } from '../runners/test-files.ts'
import { jsonIn } from '../text.ts'

const versions = z.record(z.string(), z.unknown()).catch({})
const manifest = z.object({
  name: z.string().optional().catch(undefined),
  dependencies: versions.default({}),
  devDependencies: versions.default({}),
  peerDependencies: versions.default({}),
  optionalDependencies: versions.default({}),
})
type Manifest = z.infer<typeof manifest>

const running =
  /^(vitest|vite-node|jest|jest-.*|ts-jest|babel-jest|mocha|ava|tap|c8|nyc|@(vitest|jest)(\/.*)?|\.(bin|cache|vite|vite-temp|vitest))$/

export interface Installation {
  /** Paths of the manifests of the project's packages. */
  readonly manifests: readonly string[]
  /** Paths of those that may ask for what runs tests: of the package that is tested, and of the folders above it. */
  readonly above: readonly string[]
  /** Paths of each `node_modules`. */
  readonly modules: readonly string[]
  /** Changes with whatever is installed there; absent: nobody can tell. */
  readonly installed?: string | undefined
}

/** Names of the packages that are left out. */
export async function leftOutOf(installation: Installation): Promise<ReadonlySet<string>> {
  const { manifests, above, modules } = installation
  const names = new Set((await Promise.all(modules.map(packagesIn))).flat())
  const runners = [...names].filter((name) => running.test(name))
  const own = (await Promise.all(manifests.map(readManifest))).flatMap((each) => each ?? [])
  if (own.length === 0) return new Set(runners)
  const toRun = (await Promise.all(above.map(readManifest))).flatMap((each) =>
    each === null ? [] : namesOf(each.dependencies, each.peerDependencies),
  )
  const isRunner = new Set(runners.filter((name) => !toRun.includes(name)))
  const needs = await needsIn(installation, names)
  const asked = reached(
    own.flatMap(({ name, ...each }) => [
      ...(name === undefined ? [] : [name]),
      ...needsOf(each),
      ...namesOf(each.devDependencies),
    ]),
    (name) => (isRunner.has(name) ? null : (needs.get(name) ?? null)),
  )
  const brought = reached([...isRunner], (name) => needs.get(name) ?? [])
  return new Set([...brought].filter((name) => names.has(name) && !asked.has(name)))
}

/** Names of the packages in a `node_modules`, those of scopes among them. */
export async function packagesIn(modules: string): Promise<readonly string[]> {
  const names = await readdir(modules).catch(() => [])
  const all = names.map(async (name) =>
    name.startsWith('@')
      ? (await readdir(join(modules, name)).catch(() => [])).map((each) => `${name}/${each}`)
      : [name],
  )
  return (await Promise.all(all)).flat()
}

/** All packages that the given ones lead to, themselves included. `next` gives what a package needs; null: the package does not count. */
function reached(from: readonly string[], next: (name: string) => readonly string[] | null): ReadonlySet<string> {
  const found = new Set<string>()
  const ask = (names: readonly string[]): void => {
    for (const name of names) if (next(name) !== null) found.add(name)
  }
  ask(from)
  // The set takes in new packages while this loop goes through it.
  for (const name of found) ask(next(name) ?? [])
  return found
}

type Needs = ReadonlyMap<string, readonly string[]>
const known = new Map<string, Promise<Needs>>()
const mostKnown = 8

/** By the name of each package what it needs. */
async function needsIn({ modules, installed }: Installation, names: ReadonlySet<string>): Promise<Needs> {
  const read = async (): Promise<Needs> =>
    new Map(
      await Promise.all(
        [...names].map(async (name) => {
          const each = await Promise.all(modules.map((folder) => readManifest(join(folder, name, 'package.json'))))
          return [name, each.flatMap((needs) => (needs === null ? [] : needsOf(needs)))] as const
        }),
      ),
    )
  if (installed === undefined) return await read()
  const key = JSON.stringify([installed, [...names]])
  const reading = known.get(key) ?? read()
  known.set(key, reading)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  return await reading
}

const namesOf = (...lists: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  lists.flatMap(Object.keys)

const needsOf = (needs: Omit<Manifest, 'name' | 'devDependencies'>): readonly string[] =>
  namesOf(needs.dependencies, needs.peerDependencies, needs.optionalDependencies)

async function readManifest(path: string): Promise<Manifest | null> {
  return manifest.safeParse(jsonIn(await readText(path))).data ?? null
}
