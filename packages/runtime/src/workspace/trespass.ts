import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { createMatcher, type Writing } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import type { Tree } from '../git/sigma-git.ts'
import { isWithin } from '../sandbox/installations.ts'
import { isForAgents } from './agent-settings.ts'
import { createSupplanting } from './beside.ts'
import { submodulesOf } from './materialize.ts'
import { listedPaths, outsideRole } from './outside-role.ts'
import type { Change, Survey } from './survey.ts'

/** What a role was allowed to do in a workspace. */
export interface IntakeRules extends Writing {
  /** The files of the commit that tells what is new. */
  readonly existing: ReadonlySet<string>
  readonly guarded: readonly string[]
  readonly documents: readonly string[]
  /** Paths whose content a filter would change before it is committed. */
  readonly filtered: ReadonlySet<string>
  /** What gates lay beside the commit for tests to read: files of the person's, in no commit. */
  readonly laid: readonly string[]
}

interface Rule {
  readonly says: string
  readonly remedy: string
}

const rules = {
  'guarded-file': {
    says: 'Guarded files were changed',
    remedy:
      'Leave configuration, also that of agents, package scripts, lock files and snapshots as they were; no role may change them.',
  },
  'document-changed': {
    says: 'Documents of the task were changed',
    remedy: 'Leave the documents of the task as they were; say in the answer what is wrong with them.',
  },
  'submodule-changed': {
    says: 'Files of submodules were changed',
    remedy: 'Leave submodules as they were: they are repositories of their own, and here to be read.',
  },
  'filtered-file': {
    says: 'Files were changed that Git LFS or an encrypting filter keeps in another form',
    remedy: 'Leave these files as they were, and choose names for new ones that .gitattributes gives no such filter.',
  },
  'laid-file': {
    says: 'Files were made in place of files that are laid beside the commit for tests (`tests.reads`)',
    remedy:
      'Take these files away and choose other names: tests find at these paths what lies in the folder of a person, which no workspace shows.',
  },
  'link-out-of-tree': {
    says: 'Links lead out of the workspace',
    remedy: 'Write a file of its own instead of a link.',
  },
  'nested-repository': {
    says: 'A git repository was made inside the workspace',
    remedy: 'Run no `git init` or `git clone` in the workspace; Sigma commits what is changed.',
  },
  'special-file': {
    says: 'There are files that are neither a file nor a folder nor a link',
    remedy: 'Remove pipes, sockets and devices before answering.',
  },
  'too-large': {
    says: 'Files are larger than Sigma takes, alone or together',
    remedy: 'Keep large files out of the workspace, or have them ignored by git.',
  },
  'too-many-files': {
    says: 'There are more new files than Sigma takes',
    remedy: 'Keep generated files out of the workspace, or have them ignored by git.',
  },
  'unsafe-name': {
    says: 'Names hold control characters, invisible ones, backslashes or bytes that are no text',
    remedy: 'Use plain names.',
  },
  'case-collision': {
    says: 'Names differ only in case or in the form of their letters',
    remedy: 'Use names that stay different where case does not count.',
  },
} as const satisfies Readonly<Record<string, Rule>>

/** One finding per broken rule, naming the paths; none when everything that changed may be committed. */
export function trespasses(folder: string, seen: Survey, expected: Tree, allowance: IntakeRules): readonly Finding[] {
  const broken = new Map<keyof typeof rules, string[]>()
  const add = (rule: keyof typeof rules, path: string): void => {
    broken.set(rule, [...(broken.get(rule) ?? []), path])
  }
  const strayed: string[] = []
  const guarded = createMatcher(allowance.guarded)
  const documents = new Set(allowance.documents)
  for (const { rule, path } of seen.oddities) add(rule, path)
  const submodules = submodulesOf(expected)
  const supplants = createSupplanting(allowance.laid)
  for (const change of seen.changes) {
    if (submodules.some((submodule) => isWithin(submodule, change.path))) {
      add('submodule-changed', change.path)
      continue
    }
    if (allowance.filtered.has(change.path)) add('filtered-file', change.path)
    if (change.status === 'A' && supplants(change.path)) add('laid-file', change.path)
    if (documents.has(change.path)) add('document-changed', change.path)
    else if (guarded(change.path) || isForAgents(change.path)) add('guarded-file', change.path)
    else strayed.push(change.path)
    if (leadsOut(folder, change)) add('link-out-of-tree', change.path)
    if (isBareRepository(folder, change.path)) add('nested-repository', dirname(change.path))
  }
  for (const path of collisions(seen.changes, expected)) add('case-collision', path)
  const others = [...broken].map(([rule, paths]) => ({
    rule,
    message: `${rules[rule].says}: ${listedPaths(paths)}.`,
    remedy: rules[rule].remedy,
  }))
  return [...outsideRole(strayed, allowance), ...others]
}

/** A symbolic link that leaves the workspace anywhere on its way, or a file with a second name that may lie anywhere. */
function leadsOut(folder: string, { path, to }: Change): boolean {
  if (to === null) return false
  if (to.mode !== '120000') return to.links > 1
  const root = realpathSync(folder)
  return follow(root, dirname(join(root, path)), readlinkSync(join(folder, path)), mostLinks) === null
}

/** As many as Linux follows. */
const mostLinks = 40

/**
 * Where a target leads from a folder, by steps as the kernel takes them: `..` behind a link is the folder above what
 * the link means, not above its name. Null: out of the root, be it only on the way, or in a circle.
 */
function follow(root: string, from: string, target: string, links: number): string | null {
  if (isAbsolute(target) || links === 0) return null
  let at: string | null = from
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    const next: string = part === '..' ? dirname(at) : join(at, part)
    if (!isWithin(root, next)) return null
    const isLink: boolean = lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    at = isLink ? follow(root, at, readlinkSync(next), links - 1) : next
    if (at === null) return null
  }
  return at
}

function isBareRepository(folder: string, path: string): boolean {
  if (path !== 'HEAD' && !path.endsWith('/HEAD')) return false
  const at = join(folder, dirname(path))
  return ['objects', 'refs'].every(
    (name) => lstatSync(join(at, name), { throwIfNoEntry: false })?.isDirectory() ?? false,
  )
}

function collisions(changes: readonly Change[], expected: Tree): readonly string[] {
  const added = changes.filter(({ status }) => status === 'A').map(({ path }) => path)
  if (added.length === 0) return []
  const gone = new Set(changes.filter(({ to }) => to === null).map(({ path }) => path))
  const names = new Map<string, string>()
  for (const path of expected.keys())
    if (!gone.has(path)) for (const part of prefixes(path)) names.set(folded(part), part)
  const clashing: string[] = []
  for (const path of added) {
    for (const part of prefixes(path)) {
      const other = names.get(folded(part))
      if (other !== undefined && other !== part) clashing.push(path)
      names.set(folded(part), part)
    }
  }
  return [...new Set(clashing)]
}

function prefixes(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
