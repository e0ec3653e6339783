import type { Git } from './git.ts'
import type { UsableRepository } from './repository.ts'

/**
 * The commit that a name stands for; null: none. Asked on standard input, where nothing is an option: there a name may have
 * any form that git knows.
 */
export async function commitNamed(git: Git, { gitDir }: UsableRepository, name: string): Promise<string | null> {
  if (name === '' || /\p{Cc}/u.test(name)) return null
  const call = { verb: 'cat-file', options: ['--batch-check'], stdin: `${name}^{commit}\n`, accept: [0, 128] } as const
  return /^([0-9a-f]{40,64}) commit \d+\n?$/.exec((await git.run({ gitDir }, call)).text())?.[1] ?? null
}
