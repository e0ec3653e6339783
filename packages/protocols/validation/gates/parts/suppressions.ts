/** Comments that keep a linter or a compiler from telling what it finds. Where nobody can tell it not to heed them, each that a change adds is a failure. */
import type { Found } from '../seen.ts'
import type { Look } from './part.ts'

interface Kind {
  readonly kind: Found['kind']
  readonly comments: RegExp
}

export async function suppressions(
  look: Look,
  files: readonly string[],
  { kind, comments }: Kind,
): Promise<readonly Found[]> {
  const found: Found[] = []
  for (const file of files) {
    const lines = ((await look.text(file)) ?? '').split('\n')
    for (const [at, line] of lines.entries()) {
      if (!comments.test(line)) continue
      found.push({
        ...{
          kind,
          file,
          name: 'suppression',
          message: `It keeps a finding from being told: ${line.trim()}`,
          line: at + 1,
        },
        ...{ severity: 'medium', suggestion: 'Mend what the comment hides, and take the comment away.' },
      })
    }
  }
  return found
}
