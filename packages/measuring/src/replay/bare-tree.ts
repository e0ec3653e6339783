/** The source of a commit in a folder of an ordinary name, where no test is, and no program that runs tests. */
import { copyFile, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Project } from '@sigma/protocol'
import { type Bench, sortingOf } from '../benches/bench.ts'
import { programAt } from '../runners/programs.ts'
import { readText } from '../runners/test-files.ts'
import { leftOutOf, packagesIn } from './left-out-packages.ts'
import { plainPlace } from './plain-place.ts'

export interface BareTree extends AsyncDisposable {
  /** The folder that holds the whole tree, and the home of whoever runs the source. */
  readonly place: string
  readonly root: string
  /** Where files lie that calls name. */
  readonly inputs: string
  /** An empty folder for temporary files. */
  readonly temporary: string
  /** The program that makes calls again. */
  readonly program: string
  /** Names of packages that were left out: a runner needs them, and the project does not ask for them. */
  readonly absent: readonly string[]
  /** Folders of the source with a `node_modules` that packages were linked into; the top is empty. */
  readonly modules: readonly string[]
}

const configuration = /(^|\/)(vite(st)?|jest|\.?mocharc|karma|ava|playwright|cypress|nyc|c8|stryker)\b[^/]*$/
/** Names that say nothing of what the programs are for, since stacks show them. */
const programs = {
  'replay-bare.mjs': 'main.mjs',
  'replay-again.cjs': 'calls.cjs',
  'replay-contents.cjs': 'contents.cjs',
  'replay-values.cjs': 'values.cjs',
  'mutant-account.cjs': 'lines.cjs',
  'own-json.cjs': 'json.cjs',
  'signed-lines.cjs': 'sums.cjs',
}

/** Files of a checkout, and of these the ones that lie where no test is. */
export function sortedFiles(
  { files, checkout }: Pick<Bench, 'files' | 'checkout'>,
  project: Project,
): { readonly kept: readonly string[]; readonly leftOut: readonly string[] } {
  const { isTest } = sortingOf(project)
  // What the project lays beside the commit lies there for its source as well.
  const laid = Object.keys(checkout.laid ?? {}).filter((file) => !file.startsWith('.git/'))
  const sorted = Object.groupBy(new Set([...files, ...laid]), (file) =>
    isTest(file) || configuration.test(file) ? 'leftOut' : 'kept',
  )
  return { kept: sorted.kept ?? [], leftOut: sorted.leftOut ?? [] }
}

/** With `like` the packages of another tree of the same commit serve this one too. */
export async function bareTree(bench: Bench, project: Project, like?: BareTree): Promise<BareTree> {
  const place = await plainPlace(await realpath(bench.checkout.path))
  const inPlace = (name: string): string => join(place, name)
  const [root, lib, home, temporary] = [inPlace('app'), inPlace('lib'), inPlace('home'), inPlace('temporary')]
  const from = bench.checkout.path
  const { kept: files } = sortedFiles(bench, project)
  for (const folder of new Set([lib, root, home, temporary, ...files.map((file) => dirname(join(root, file)))]))
    await mkdir(folder, { recursive: true })
  // A link, or what is no file, belongs to no source that runs by itself.
  await Promise.all(files.map((file) => copyFile(join(from, file), join(root, file)).catch(() => undefined)))
  const { absent, modules } =
    like === undefined ? await linkPackages(bench, project, root, files) : await shareModules(like, root)
  const names = Object.entries(programs)
  for (const [name, plain] of names) {
    const text = names.reduce(
      (all, [own, other]) => all.replaceAll(`./${own}`, `./${other}`),
      await readText(programAt(name)),
    )
    await writeFile(join(lib, plain), text)
  }
  const program = join(lib, 'main.mjs')
  await writeFile(join(lib, 'package.json'), '{}')
  const dispose = (): Promise<void> => rm(place, { recursive: true, force: true })
  return {
    place,
    root,
    inputs: inPlace('inputs'),
    temporary,
    program,
    absent,
    modules,
    [Symbol.asyncDispose]: dispose,
  }
}

type Modules = Pick<BareTree, 'absent' | 'modules'>

async function shareModules({ root: from, absent, modules }: BareTree, root: string): Promise<Modules> {
  for (const folder of modules) {
    const own = join(root, folder, 'node_modules')
    await rm(own, { recursive: true, force: true })
    await symlink(join(from, folder, 'node_modules'), own)
  }
  return { absent, modules }
}

/** Links the packages of each `node_modules` into the bare tree; the names of some are left out (`left-out-packages.ts`). */
async function linkPackages(
  { checkout }: Bench,
  project: Project,
  root: string,
  files: readonly string[],
): Promise<Modules> {
  const from = checkout.path
  const folders = new Set(['', project.folder, ...files.map((file) => dirname(file))])
  const found = await Promise.all(
    [...folders].map(async (folder) => ({ folder, names: await packagesIn(join(from, folder, 'node_modules')) })),
  )
  const places = found.filter(({ names }) => names.length > 0)
  const manifests = files.filter((file) => basename(file) === 'package.json' && !file.includes('node_modules/'))
  const isAbove = (file: string): boolean => dirname(file) === '.' || isBelow(dirname(file), project.folder)
  const leftOut = await leftOutOf({
    manifests: manifests.map((file) => join(root, file)),
    above: manifests.filter(isAbove).map((file) => join(root, file)),
    modules: places.map(({ folder }) => join(from, folder, 'node_modules')),
    installed: checkout.installed,
  })
  for (const { folder, names } of places) {
    const own = join(root, folder, 'node_modules')
    const real = await realpath(join(from, folder, 'node_modules'))
    const linked = names.filter((name) => !leftOut.has(name))
    for (const each of new Set(['', ...linked.map(dirname)])) await mkdir(join(own, each), { recursive: true })
    // A package that the commit holds itself was laid before, and stays.
    await Promise.all(linked.map((name) => symlink(join(real, name), join(own, name)).catch(unlessThere)))
  }
  return { absent: [...leftOut], modules: places.map(({ folder }) => folder) }
}

const isBelow = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`)

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
