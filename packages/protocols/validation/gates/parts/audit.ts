/** Has a package manager look up the locked dependencies at the registry, where a change touches them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { type PackageRegistry, SigmaError } from '@sigma/engine'
import { jsonIn } from '@sigma/measuring'
import { z } from 'zod'
import { foldersOf, neededIn } from './manifests.ts'
import { cannot, runOwn } from './own-program.ts'
import { type Look, lookBefore, nothing, type Part, ready, untold } from './part.ts'

const npm = { shape: 'npm', command: ['npm', 'audit', '--json', '--package-lock-only'] } as const
/** Those of which nobody here can read an audit have no shape. */
const locks = [
  { name: 'package-lock.json', by: npm },
  { name: 'npm-shrinkwrap.json', by: npm },
  { name: 'pnpm-lock.yaml', by: { shape: 'pnpm', command: ['pnpm', 'audit', '--json'] } },
  { name: 'yarn.lock', by: { shape: 'yarn', command: ['yarn', 'audit', '--json', '--no-default-rc'] } },
  { name: 'bun.lock', by: null },
  { name: 'bun.lockb', by: null },
] as const

const called = 'auditing the dependencies'
const what = 'packages'
const remedy =
  'Reach the registry, and let it check again; or audit by a command of `validation.specialists.security`, or set its `audit` to false in sigma.config.json.'

export const audit: Part = async (look) => {
  const before = await lookBefore(look)
  const found = lockOf(look)
  if (found === null) {
    const earlier = before === null ? null : lockOf(before)
    if (earlier === null && (await touchesDependencies(look, before)))
      return ready(async () =>
        untold(what, null, cannot(called, 'the change names dependencies, and no lock file', remedy)),
      )
    if (earlier === null) return nothing('there is no lock file by which dependencies could be audited')
    return ready(async () => untold(what, null, cannot(called, `the change takes ${earlier.path} away`, remedy)))
  }
  const { path, folder, by } = found
  const manifests = [...look.files].filter((each) => posix.basename(each) === 'package.json')
  if (!look.changed.some((each) => each === path || manifests.includes(each)))
    return nothing('the change touches no dependency')
  const needed = await Promise.all(manifests.map((each) => neededIn(look, posix.dirname(each))))
  if (needed.every(({ size }) => size === 0)) return nothing('the project has no dependencies')
  const isBerry = by?.shape === 'yarn' && ((await look.text(path)) ?? '').includes('__metadata:')
  if (by === null || isBerry)
    return ready(async () => untold(what, null, cannot(called, `nothing here audits ${path}`, remedy)))
  const { tools } = look.world
  return ready(async () => {
    let registry: PackageRegistry | undefined
    try {
      registry = await tools?.registry()
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error
      return untold(what, null, cannot(called, error.message.replace(/\.$/, ''), remedy))
    }
    return runOwn(look, {
      ...{ called, program: 'audit', kind: 'dependency', what, remedy },
      suggestion: 'Take a version of it, or of what needs it, that is not affected.',
      opens: opened(registry),
      env: { ...careful, ...asked(registry) },
      job: async ({ scratch }) => {
        const place = join(scratch, 'audited')
        const inside = manifests.filter((each) => folder === '' || each.startsWith(`${folder}/`))
        for (const each of [path, ...inside]) {
          const to = join(place, posix.relative(folder, each))
          await mkdir(dirname(to), { recursive: true })
          const text = (await look.text(each)) ?? ''
          await writeFile(to, each === path ? text : JSON.stringify(bare(text)))
        }
        return { command: [...by.command], shape: by.shape, lock: path, place }
      },
    })
  })
}

/** Whether packages are needed that were not needed where the change began. */
async function touchesDependencies(look: Look, before: Look | null): Promise<boolean> {
  for (const folder of foldersOf(look)) {
    const known = before === null ? new Set<string>() : await neededIn(before, folder)
    if ((await neededIn(look, folder)).difference(known).size > 0) return true
  }
  return false
}

/** A change has no word in which program audits, and what it leaves out. */
const careful = { npm_config_manage_package_manager_versions: 'false', COREPACK_ENABLE_STRICT: '0' }

function lockOf(look: Look): ((typeof locks)[number] & { readonly path: string; readonly folder: string }) | null {
  for (const folder of foldersOf(look))
    for (const lock of locks) {
      const path = posix.join(folder, lock.name)
      if (look.files.has(path)) return { ...lock, path, folder }
    }
  return null
}

const kept = z.looseObject({}).catch({})

/** What says which packages there are, and nothing that sets how they are audited. */
function bare(manifest: string): object {
  const given = kept.parse(jsonIn(manifest))
  const names = [
    ...['name', 'version', 'workspaces', 'dependencies', 'devDependencies', 'optionalDependencies'],
    ...['peerDependencies', 'overrides', 'resolutions'],
  ]
  return Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name]]] : [])))
}

function opened(registry: PackageRegistry | undefined): {
  readonly reads: readonly string[]
  readonly hosts: readonly string[]
} {
  if (registry === undefined) return { reads: [], hosts: [] }
  const { hostname, port, protocol } = new URL(registry.address)
  const usual = protocol === 'http:' ? 80 : 443
  return {
    reads: registry.certificates === null ? [] : [registry.certificates],
    hosts: [`${hostname}:${port === '' ? usual : port}`],
  }
}

function asked(registry: PackageRegistry | undefined): Readonly<Record<string, string>> {
  if (registry === undefined) return {}
  const { address, certificates } = registry
  return {
    ...{ npm_config_registry: address, YARN_REGISTRY: address },
    ...(certificates !== null && { NODE_EXTRA_CA_CERTS: certificates }),
  }
}
