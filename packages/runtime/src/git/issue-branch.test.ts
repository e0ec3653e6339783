import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { issueBranch } from './issue-branch.ts'
import { usableRepository } from './repository.ts'

const { PATH = '' } = process.env

async function found(issue: number, ...refs: readonly string[]): Promise<string> {
  using repository = temporaryRepository()
  for (const ref of refs) repository.git('update-ref', `refs/${ref}`, repository.head)
  return await issueBranch(await usableRepository(repository.root, PATH), PATH, issue)
}

test.each(['42', '42-slugs', 'fix/42', 'fix/issue-42-slugs', 'feature/42/x', 'gh42', 'slugs-42', 'slugs_#42'])(
  '%s belongs to issue 42',
  async (name) => {
    expect(await found(42, `heads/${name}`, 'heads/other')).toBe(name)
  },
)

test.each(['142', '421-x', 'v1.42', 'v42', 'sigma/validate-42-x', 'a42b'])('%s does not', async (name) => {
  await expect(found(42, `heads/${name}`)).rejects.toMatchObject({
    code: 'no-issue-branch',
    hint: 'sigma validate <branch> --issue 42',
  })
})

test('a branch of one’s own comes before the same of the remote; several are not guessed at', async () => {
  expect(await found(42, 'heads/42-a', 'remotes/origin/42-a')).toBe('42-a')
  expect(await found(42, 'remotes/origin/42-a')).toBe('origin/42-a')
  await expect(found(42, 'heads/42-a', 'remotes/origin/42-b')).rejects.toMatchObject({
    code: 'several-issue-branches',
    message: 'Several branches have the number 42: 42-a, origin/42-b.',
    hint: 'sigma validate 42-a --issue 42',
  })
})
