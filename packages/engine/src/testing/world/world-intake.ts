import type { Finding } from '@sigma/protocol'
import { createMatcher } from '../../glob/globs.ts'
import { canonical } from '../../identity/canonical.ts'
import type { Blobs, Intake, IntakeSpec } from '../../ports/ports.ts'
import { createDenial } from '../../ports/writing.ts'
import { type Commits, commitOf, recordCommit } from './world-commits.ts'

type FileMap = ReadonlyMap<string, string>

/** A workspace as it stands and as it was handed out. */
interface Compared {
  readonly files: FileMap
  readonly expected: FileMap
  /** Files of the commit that tells what is new. */
  readonly existing: ReadonlySet<string>
}

/** Commits what was changed if all of it was allowed, else nothing. */
export function takeIn(
  commits: Commits,
  blobs: Blobs,
  { files, expected, existing }: Compared,
  spec: IntakeSpec,
): Intake {
  const paths = [...new Set([...files.keys(), ...expected.keys()])].sort((a, b) => (a < b ? -1 : 1))
  const changed = paths.filter((path) => files.get(path) !== expected.get(path))
  if (changed.length === 0) return { kind: 'unchanged' }
  const findings = trespasses(changed, spec, existing)
  if (findings.length > 0) {
    return { kind: 'trespass', changed, findings, evidence: blobs.put(canonical(Object.fromEntries(files))) }
  }
  const { base, message, trailers } = spec
  const after = new Map(Object.entries(commitOf(commits, base).files))
  for (const path of changed) {
    const content = files.get(path)
    if (content === undefined) after.delete(path)
    else after.set(path, content)
  }
  const commit = recordCommit(commits, { files: Object.fromEntries(after), parents: [base], message, trailers })
  return { kind: 'committed', commit, changed }
}

/** One finding for each broken rule, by the names that the real workspaces give them. */
function trespasses(changed: readonly string[], spec: IntakeSpec, existing: ReadonlySet<string>): readonly Finding[] {
  const documents = new Set(spec.documents.filter(({ draft }) => draft !== true).map(({ path }) => path))
  const [denial, guarded] = [createDenial(spec, existing), createMatcher(spec.guarded)]
  const ruleOf = (path: string): string | null => {
    if (documents.has(path)) return 'document-changed'
    if (guarded(path)) return 'guarded-file'
    return denial(path) === null ? null : 'outside-role'
  }
  return [...Map.groupBy(changed, ruleOf)].flatMap(([rule, paths]) => {
    const message = `Changed what is not the role's: ${paths.join(', ')}.`
    return rule === null ? [] : [{ rule, message, remedy: 'Change only what is writable.' }]
  })
}
