/** Findings for changes that are not the role's, in the words of whoever planned them: paths, globs, names of work. */
import { createDenial, type Denial, type Writing, writingText } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'

const namedPaths = 20

/** One for each way in which a file can be somebody else's; all have the rule `outside-role`. */
export function outsideRole(
  paths: readonly string[],
  { writes, creates, existing }: Writing & { readonly existing: ReadonlySet<string> },
): readonly Finding[] {
  const denial = createDenial({ writes, creates }, existing)
  const denied = paths.flatMap((path) => {
    const why = denial(path)
    return why === null ? [] : [{ path, why }]
  })
  const may = writes.length === 0 ? 'Change no file' : `Change only ${writingText(writes, creates?.globs)}`
  return [...Map.groupBy(denied, ({ why }) => why.kind)].map(([kind, all]) => ({
    rule: 'outside-role',
    message: `${says[kind]}: ${listedPaths(all.map(({ path, why }) => `${path}${owner(why)}`))}.`,
    remedy: remedies[kind](may),
  }))
}

const says: Readonly<Record<Denial['kind'], string>> = {
  'not-of-role': 'Files were changed that this role may not write',
  unnamed: 'Files were changed that exist, and that are not named for this work',
  kept: 'New files were made that are named for other work',
  'in-place-of': 'New files would be loaded in place of files that this work may not change',
}

const remedies: Readonly<Record<Denial['kind'], (may: string) => string>> = {
  'not-of-role': (may) => `${may}. Leave the others as they were.`,
  unnamed: (may) => `${may}. Leave the others as they were: what is new may go into a new file.`,
  kept: () => 'Give what is new another name, and leave these files to the work that they are named for.',
  'in-place-of': () => 'Give the new files names that stay different without case and file ending.',
}

function owner(why: Denial): string {
  switch (why.kind) {
    case 'not-of-role':
      return ''
    case 'unnamed':
      return why.by === null ? '' : ` (named for ${why.by})`
    case 'kept':
      return ` (named for ${why.by})`
    case 'in-place-of':
      return ` (in place of ${why.file})`
  }
}

export function listedPaths(paths: readonly string[]): string {
  const shown = [...new Set(paths)].slice(0, namedPaths).map(printable).join(', ')
  const more = paths.length - namedPaths
  return more > 0 ? `${shown} and ${more} more` : shown
}

function printable(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}
