import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { namedChange } from './named-change.ts'
import { usableRepository } from './repository.ts'

const { PATH = '' } = process.env

test('a change is named by a branch, a commit or a range, and began where it left the trunk', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const began = repository.head
  repository.git('checkout', '--quiet', '-b', 'work')
  repository.write('a.js', '2\n')
  repository.git('commit', '--quiet', '--all', '--message', 'Work')
  const work = repository.git('rev-parse', 'HEAD').trim()
  const named = async (name: string) => await namedChange(await usableRepository(repository.root, PATH), PATH, name)
  for (const name of ['HEAD', 'work', work, 'main..work', 'main..', 'main...work'])
    expect(await named(name), name).toEqual({ base: began, commit: work })
  repository.git('checkout', '--quiet', 'main')
  for (const name of ['work', `${work.slice(0, 12)}`, '..work'])
    expect(await named(name), name).toEqual({ base: began, commit: work })
  expect(await named('HEAD')).toEqual({ base: began, commit: began })
})

test('a name that is not here is told, and a branch of the remote by its name', async () => {
  using repository = temporaryRepository()
  const usable = await usableRepository(repository.root, PATH)
  for (const name of ['nowhere', 'nowhere..HEAD', '--all', 'a\nb'])
    await expect(namedChange(usable, PATH, name)).rejects.toMatchObject({
      code: 'no-such-change',
      hint: 'git branch --all',
    })
  repository.git('update-ref', 'refs/remotes/origin/topic', repository.head)
  await expect(namedChange(usable, PATH, 'topic')).rejects.toMatchObject({ hint: 'sigma validate origin/topic' })
})

test('a range that holds nothing is no change, and the other way round is offered', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.git('checkout', '--quiet', '-b', 'work')
  repository.write('a.js', '2\n')
  repository.git('commit', '--quiet', '--all', '--message', 'Work')
  const usable = await usableRepository(repository.root, PATH)
  const refused = (name: string) => namedChange(usable, PATH, name)
  await expect(refused('work..main')).rejects.toMatchObject({ code: 'empty-change', hint: 'sigma validate main..work' })
  await expect(refused('work..work')).rejects.toMatchObject({ code: 'empty-change', hint: 'git branch --all' })
})
