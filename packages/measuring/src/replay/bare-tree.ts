/** The source of a commit in a folder of an ordinary name, where no test is, and no program that runs tests. */
import { copyFile, mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Project } from '@sigma/protocol'
import { type Bench, sortingOf } from '../benches/bench.ts'
import { programAt } from '../runners/programs.ts'
import { readText } from '../runners/test-files.ts'
import { jsonIn } from '../text.ts'
import { plainPlace } from './plain-place.ts'

export interface BareTree extends AsyncDisposable {
  /** Of all of it. */
  readonly place: string
  readonly root: string
  /** Empty folders: a home, and one for temporary files. */
  readonly home: string
  readonly temporary: string
  /** The program that makes calls again. */
  readonly program: string
  /** Packages that are not there, since they run tests. */
  readonly absent: readonly string[]
}

const configuration = /(^|\/)(vite(st)?|jest|\.?mocharc|karma|ava|playwright|cypress|nyc|c8|stryker)\b[^/]*$/
const running =
  /^(vitest|vite-node|jest|jest-.*|ts-jest|babel-jest|mocha|ava|tap|c8|nyc|@vitest|@jest|\.bin|\.cache|\.vite|\.vitest)$/
/** Names that say nothing of what the programs are for, since stacks show them. */
const programs = {
  'replay-bare.mjs': 'main.mjs',
  'replay-again.cjs': 'calls.cjs',
  'replay-values.cjs': 'values.cjs',
  'mutant-account.cjs': 'lines.cjs',
  'own-json.cjs': 'json.cjs',
  'signed-lines.cjs': 'sums.cjs',
}

export async function bareTree(bench: Bench, project: Project): Promise<BareTree> {
  const place = await plainPlace(await realpath(bench.checkout.path))
  const inPlace = (name: string): string => join(place, name)
  const [root, lib, home, temporary] = [inPlace('app'), inPlace('lib'), inPlace('home'), inPlace('temporary')]
  const { isTest } = sortingOf(project)
  const from = bench.checkout.path
  const files = bench.files.filter((file) => !isTest(file) && !configuration.test(file))
  for (const folder of new Set([lib, root, home, temporary, ...files.map((file) => dirname(join(root, file)))]))
    await mkdir(folder, { recursive: true })
  // A link, or what is no file, belongs to no source that runs by itself.
  await Promise.all(files.map((file) => copyFile(join(from, file), join(root, file)).catch(() => undefined)))
  const absent = await linkPackages(from, root, new Set(['', project.folder, ...files.map((file) => dirname(file))]))
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
  return { place, root, home, temporary, program, absent, [Symbol.asyncDispose]: dispose }
}

/** Of each `node_modules` all but what runs tests, unless the project itself needs that to run. */
async function linkPackages(from: string, root: string, folders: ReadonlySet<string>): Promise<readonly string[]> {
  const absent = new Set<string>()
  for (const folder of folders) {
    const modules = join(from, folder, 'node_modules')
    const names = await readdir(modules).catch(() => [])
    if (names.length === 0) continue
    const needed = await neededIn(join(root, folder))
    const own = join(root, folder, 'node_modules')
    await mkdir(own, { recursive: true })
    const real = await realpath(modules)
    const isLeftOut = (name: string): boolean => running.test(name) && !needed.has(name)
    for (const name of names.filter(isLeftOut)) absent.add(name)
    const linked = names.filter((name) => !isLeftOut(name))
    // A package that the commit holds itself was laid before, and stays.
    await Promise.all(linked.map((name) => symlink(join(real, name), join(own, name)).catch(unlessThere)))
  }
  return [...absent]
}

async function neededIn(folder: string): Promise<ReadonlySet<string>> {
  const manifest = jsonIn(await readText(join(folder, 'package.json')))
  if (typeof manifest !== 'object' || manifest === null) return new Set()
  const lists = ['dependencies', 'peerDependencies'].map((key): unknown => Reflect.get(manifest, key))
  return new Set(
    lists
      .flatMap((list) => (typeof list === 'object' && list !== null ? Object.keys(list) : []))
      .map((name) => name.split('/')[0] ?? name),
  )
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
