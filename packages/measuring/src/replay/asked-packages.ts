/**
 * Which of the installed packages a project asks for: those that its manifests name, and those that these need in turn. What nothing
 * but a runner of tests brings is not among them.
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

/** Whether a package, by its name, is to be found; `manifests` are paths of those of the project, `modules` of its `node_modules`. */
export async function askedFor(
  manifests: readonly string[],
  modules: readonly string[],
): Promise<(name: string) => boolean> {
  const own = (await Promise.all(manifests.map(readManifest))).flatMap((each) => each ?? [])
  // What runs tests is there only where the project itself needs it to run.
  const toRun = new Set(own.flatMap(({ dependencies, peerDependencies }) => namesOf(dependencies, peerDependencies)))
  if (own.length === 0) return (name) => !running.test(name)
  const asked = new Set<string>()
  const ask = (names: readonly string[]): void => {
    for (const name of names) if (!running.test(name) || toRun.has(name)) asked.add(name)
  }
  for (const { name, ...needs } of own)
    ask([...(name === undefined ? [] : [name]), ...needsOf(needs), ...namesOf(needs.devDependencies)])
  // It grows as it is gone through.
  for (const name of asked)
    for (const each of modules) {
      const needs = await readManifest(join(each, name, 'package.json'))
      if (needs !== null) ask(needsOf(needs))
    }
  return (name) => asked.has(name)
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

const namesOf = (...lists: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  lists.flatMap(Object.keys)

const needsOf = (needs: Omit<Manifest, 'name' | 'devDependencies'>): readonly string[] =>
  namesOf(needs.dependencies, needs.peerDependencies, needs.optionalDependencies)

async function readManifest(path: string): Promise<Manifest | null> {
  return manifest.safeParse(jsonIn(await readText(path))).data ?? null
}
