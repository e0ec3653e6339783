/** Packages that are not installed, and what a build has not made: told by the failure, and never tried. */
import { builtinModules } from 'node:module'
import { dirname, relative } from 'node:path'
import { z } from 'zod'
import { bounded, jsonIn } from '../text.ts'
import type { Cause } from './cause.ts'
import type { Trouble } from './troubles.ts'

const versions = z.record(z.string(), z.unknown()).optional().catch(undefined)
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
  optionalDependencies: versions,
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
})

export interface Packaged {
  /** Text of the manifest that the tests are started by. */
  readonly manifest: string
  /** Paths of the commit. */
  readonly files: readonly string[]
  /** Of the configuration, from the root. */
  readonly folder: string
}

const missing =
  /(?:Cannot find (?:package|module)|Failed to resolve import|Could not resolve|Failed to resolve entry for package)\s+["']([^"'\n]+)["']/

export function packagesMissing(troubles: readonly Trouble[], { manifest, files }: Packaged): readonly Cause[] {
  const known = manifestSchema.safeParse(jsonIn(manifest)).data ?? {}
  const named = {
    ...known.dependencies,
    ...known.devDependencies,
    ...known.peerDependencies,
    ...known.optionalDependencies,
  }
  const found = Map.groupBy(
    troubles.flatMap(({ id, text }) => {
      const [sign, specifier] = missing.exec(text) ?? []
      const name = specifier === undefined ? null : packageOf(specifier)
      return sign === undefined || name === null || !(name in named) ? [] : [{ id, name, sign }]
    }),
    ({ name }) => name,
  )
  return [...found].map(
    ([name, all]): Cause => ({
      cause: 'not-installed',
      needs: `the package ${name}, which package.json names and which is not installed`,
      tests: [...new Set(all.map(({ id }) => id))],
      setting: `\`${managerOf(files)} install\``,
      shown: 'sign',
      sign: bounded(all[0]?.sign ?? name, 200),
    }),
  )
}

const built = /(?<![\w-])((?:[\w@.-]+\/)*?(?:dist|build|lib|out|generated|__generated__))\/[\w@./-]+/

/** What lies neither in the commit nor in the person's folder, and is called as what builds make. */
export function buildsMissing(
  troubles: readonly Trouble[],
  { manifest, files, folder: at }: Packaged,
): readonly Cause[] {
  const { scripts = {} } = manifestSchema.safeParse(jsonIn(manifest)).data ?? {}
  const script = ['build', 'generate', 'codegen', 'compile', 'prepare'].find((name) => name in scripts)
  if (script === undefined) return []
  // A failure names it from the root, or from where the tests are started.
  const fromConfiguration = (folder: string): string =>
    files.some((file) => file.startsWith(`${dirname(folder)}/`)) ? relative(at, folder) : folder
  const found = Map.groupBy(
    troubles.flatMap(({ id, text }) => {
      const [sign, folder] = built.exec(text) ?? []
      const isMissing = /ENOENT|Cannot find|ERR_MODULE_NOT_FOUND|Failed to (?:resolve|load)|Could not resolve/.test(
        text,
      )
      const isCommitted = files.some((file) => file.startsWith(`${folder}/`))
      return sign === undefined || folder === undefined || !isMissing || isCommitted || folder.includes('node_modules')
        ? []
        : [{ id, folder: folder.replace(/^(\.{1,2}\/)+/, ''), sign }]
    }),
    ({ folder }) => folder,
  )
  return [...found].map(
    ([folder, all]): Cause => ({
      cause: 'not-built',
      needs: `what a build makes in ${folder}`,
      tests: [...new Set(all.map(({ id }) => id))],
      setting: `\`${managerOf(files)} run ${script}\`, then "tests": { "reads": [${JSON.stringify(fromConfiguration(folder))}] }`,
      shown: 'sign',
      sign: bounded(all[0]?.sign ?? folder, 200),
    }),
  )
}

/** Null: no package, but a file or a module of Node's own. */
function packageOf(specifier: string): string | null {
  const [name] = /^(@[\w.-]+\/)?[\w-][\w.-]*/.exec(specifier) ?? []
  if (name === undefined || /^([./]|node:)/.test(specifier) || builtinModules.includes(name)) return null
  return name
}

/** By the lock file that is committed. */
function managerOf(files: readonly string[]): string {
  const locks = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun', 'bun.lockb': 'bun' }
  return Object.entries(locks).find(([file]) => files.includes(file))?.[1] ?? 'npm'
}
