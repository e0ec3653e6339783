/** Looks at a project as it lies there, so that `sigma init` can write a configuration that works. Nothing is run. */
import { createMatcher } from '@sigma/engine'
import { wordPaths } from '@sigma/runtime'
import type { RunnerName } from '../config/config.ts'
import { importedBy } from './imported.ts'
import { type PackageManager, packageManagerOf } from './installing.ts'
import { dependenciesOf, entriesOf, manifestIn } from './manifest.ts'
import { membersOf, packageAround } from './packages.ts'
import { type NodeGiven, nodeGiven } from './reach/node-test.ts'
import { globsAsWritten, reachOf } from './reach/reach.ts'
import {
  isJudged,
  type NamedRunner,
  type RunnerVersion,
  runnersAt,
  runnersOf,
  sendsOn,
  usedRunners,
  versionOf,
} from './runners.ts'
import { type SourceGlobs, sourceGlobs } from './source-globs.ts'
import { isTestName, seemsTest, type TestGlobs, testGlobs } from './test-globs.ts'
import { inFolder, installedVersion, pathsBelow, type Tree } from './tree.ts'

export interface Inspection {
  readonly kind: 'package'
  /** Relative to the top; '' is the top itself. */
  readonly folder: string
  readonly name: string | null
  /** Packages of the repository beside the top; none: it is no monorepo. */
  readonly members: readonly string[]
  readonly manager: PackageManager
  readonly runner: RunnerName
  /** Who names the runner; null: nobody, as in a project without tests. */
  readonly named: NamedRunner | null
  /** What its script gives Node for tests; nothing where Node is not the runner. */
  readonly node: NodeGiven
  /** Further runners that are used. */
  readonly others: readonly string[]
  /** Null: it comes with Node. */
  readonly version: RunnerVersion | null
  /** What the package depends on is installed. */
  readonly isInstalled: boolean
  readonly tests: TestGlobs
  readonly source: SourceGlobs
  /** Files with words for agents, relative to the top. */
  readonly words: readonly string[]
}

/** No package alone, or none that Sigma can judge. */
export type NotOne =
  | { readonly kind: 'several'; readonly packages: readonly { readonly folder: string; readonly runner: string }[] }
  | { readonly kind: 'root-runs'; readonly folder: string; readonly runner: NamedRunner }
  | {
      readonly kind: 'unjudged'
      readonly folder: string
      readonly manager: PackageManager
      readonly runner: NamedRunner
    }

/** `from`: where somebody stands, relative to the top; `asked`: the runner that they want. */
export function inspect(tree: Tree, from: string, asked: RunnerName | null = null): Inspection | NotOne {
  const around = packageAround(tree, from)
  const members = membersOf(tree)
  const central = centralRunner(tree)
  if (around !== '' && members.includes(around) && runnersAt(tree, around).length === 0 && central !== null)
    return { kind: 'root-runs', folder: around, runner: central }
  if (around !== '' || members.length === 0 || central !== null) return inspectPackage(tree, around, members, asked)
  const tested = members.filter((member) => pathsBelow(tree, member).some(isTestFile))
  const [only] = tested
  if (tested.length > 1)
    return { kind: 'several', packages: tested.map((folder) => ({ folder, runner: nameIn(tree, folder) })) }
  return inspectPackage(tree, only ?? '', members, asked)
}

/** The one that runs all packages from the top; null: none does, or each package is sent its own. */
function centralRunner(tree: Tree): NamedRunner | null {
  const named = runnersAt(tree, '').filter(({ name, by }) => isJudged(name) && by !== 'devDependencies')
  const scripted = named.find(({ by }) => by.startsWith('scripts.'))
  return scripted ?? (sendsOn(tree) ? null : (named[0] ?? null))
}

const isTestFile = (path: string): boolean => isTestName(path) || (seemsTest(path) && /\.[cm]?[jt]sx?$/.test(path))

const nameIn = (tree: Tree, folder: string): string => usedRunners(runnersOf(tree, folder))[0]?.name ?? 'node:test'

function inspectPackage(
  tree: Tree,
  folder: string,
  members: readonly string[],
  asked: RunnerName | null,
): Inspection | NotOne {
  const manager = packageManagerOf(tree, folder)
  const used = usedRunners(runnersOf(tree, folder))
  const judged = used.filter(({ name }) => isJudged(name))
  const named = (asked === null ? judged[0] : used.find(({ name }) => name === asked)) ?? null
  const [foreign] = used
  if (asked === null && named === null && foreign !== undefined)
    return { kind: 'unjudged', folder, manager, runner: foreign }
  const runner = asked ?? (named !== null && isJudged(named.name) ? named.name : 'node:test')
  const files = pathsBelow(tree, folder)
  const isBeside = foreign !== undefined && named === null
  const tests = isBeside
    ? besideOthers(runner)
    : testGlobs(files, reachOf(tree, folder, runner, named), globsAsWritten(tree, folder, runner, named))
  const manifest = manifestIn(tree, folder)
  const source = sourceGlobs({
    files,
    isTest: createMatcher(tests.globs),
    imported: importedBy(tree, folder, tests.files, files),
    entries: entriesOf(manifest),
    members: members.flatMap((member) =>
      folder === '' ? [member] : member.startsWith(`${folder}/`) ? [member.slice(folder.length + 1)] : [],
    ),
  })
  const wanted = Object.keys(dependenciesOf(manifest))
  return {
    kind: 'package',
    folder,
    name: manifest.name,
    members,
    manager,
    runner,
    named,
    node: nodeGiven(runner === 'node:test' && named?.folder === folder ? named.args : []),
    others: used.flatMap(({ name }) => (name === runner ? [] : [name])),
    version: versionOf(tree, folder, runner),
    isInstalled: wanted.length === 0 || wanted.some((name) => installedVersion(tree, folder, name) !== null),
    tests,
    source,
    words: wordPaths(
      tree.paths,
      [...tests.globs, ...source.globs].map((glob) => inFolder(folder, glob)),
    ),
  }
}

/** New tests, in a folder that the project's own runner is not known to look in. */
const besideOthers = (runner: RunnerName): TestGlobs => ({
  globs: [`${runner === 'node:test' ? 'node-test' : `${runner}-test`}/**`],
  files: [],
})
