import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTier } from '@sigma/engine/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGit, type Git } from '../git/git.ts'
import { type TemporaryRepository, temporaryRepository } from '../testing/index.ts'
import { createListings, type Listing } from './listings.ts'

function gitFor({ outside }: TemporaryRepository): Git & { readonly calls: () => number } {
  const git = createGit({ path: process.env['PATH'] ?? '', emptyFolder: outside })
  let calls = 0
  return {
    run: (place, call) => {
      calls += 1
      return git.run(place, call)
    },
    calls: () => calls,
  }
}

const placeOf = ({ root }: TemporaryRepository) => ({ root, gitDir: join(root, '.git') })
const isOwn = (path: string): boolean => path.startsWith('own/')

const places = ['a', 'b.log', 'x/a', 'x/b.log', 'x/y/a', 'out/a', 'out/x/b.log', 'node_modules/p/a', 'own/a', 'own/x/a']
const rules = ['*.log', 'out', 'out/', 'x/*', '!x/y', '!b.log', 'node_modules', '/a', '']
const deeds = [
  'write',
  'remove',
  'rename',
  'ignore',
  'exclude',
  'add',
  'untrack',
  'repository',
  'folder',
  'link',
  'none',
  'wait',
]

const steps = fc.array(
  fc.record({
    deed: fc.constantFrom(...deeds),
    place: fc.constantFrom(...places),
    other: fc.constantFrom(...places),
    rule: fc.constantFrom(...rules),
    // Two changes within a tick of the clock, or the next one after it.
    waits: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
)

type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never

/** What cannot be done is left undone, as a folder where a file lies. */
function act({ root, git }: TemporaryRepository, { deed, place, other, rule }: Step): void {
  const at = (path: string): string => join(root, path)
  try {
    if (deed === 'write' || deed === 'link' || deed === 'ignore') mkdirSync(dirname(at(place)), { recursive: true })
    if (deed === 'write') writeFileSync(at(place), rule)
    if (deed === 'remove') rmSync(at(place), { recursive: true, force: true })
    if (deed === 'rename') renameSync(at(dirname(place)), at(`${dirname(other)}-moved`))
    if (deed === 'ignore') appendFileSync(join(dirname(at(place)), '.gitignore'), `${rule}\n`)
    if (deed === 'exclude') appendFileSync(at('.git/info/exclude'), `${rule}\n`)
    if (deed === 'add') git('add', '--force', '--', place)
    if (deed === 'untrack') git('rm', '-r', '-q', '--cached', '--', place)
    if (deed === 'repository') git('init', '--quiet', at(dirname(place) === '.' ? 'inner' : dirname(place)))
    if (deed === 'folder') mkdirSync(at(`${place}-folder`), { recursive: true })
    if (deed === 'link') symlinkSync(other, at(place))
  } catch {
    // See above.
  }
}

const runs = inTier({ fast: 8, long: 60, verify: 600 })

test('what is remembered is what git would list, whatever is done in between', {
  timeout: 60_000 + runs * 4_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (made) => {
      using repository = temporaryRepository({ a: '', 'x/a': '', '.gitignore': 'node_modules\n' })
      const git = gitFor(repository)
      const remembered = createListings(git)
      await remembered(placeOf(repository), isOwn)
      for (const step of made) {
        if (step.waits) await sleep(45)
        act(repository, step)
        const wanted = await createListings(git)(placeOf(repository), isOwn)
        expect(watched(await remembered(placeOf(repository), isOwn)), JSON.stringify(made)).toEqual(watched(wanted))
      }
    }),
    { numRuns: runs },
  )
})

test('a repository in the project, of whose files git knows one: the others in it are listed anew as well', async () => {
  using repository = temporaryRepository({ 'x/a': '' })
  const listings = createListings(gitFor(repository))
  const at = (path: string): string => join(repository.root, path)
  const taken = async (): Promise<readonly string[]> => (await listings(placeOf(repository), isOwn)).taken
  repository.write('x/y/a', '')
  repository.git('init', '--quiet', at('x'))
  await sleep(50)
  expect(await taken()).toEqual(['x/y/a', 'x/a'])
  rmSync(at('x/y/a'))
  expect(await taken()).toEqual(['x/a'])
})

/** Of what is Sigma's own nobody looks at, a list may be an older one. */
function watched({ taken, ignored }: Listing): Listing {
  const others = (paths: readonly string[]): readonly string[] => paths.filter((path) => !isOwn(path))
  return { taken: others(taken), ignored: others(ignored) }
}

test('while no name changes git is not asked again, whatever becomes of the files', async () => {
  using repository = temporaryRepository({ a: '', 'x/a': '' })
  repository.write('own/old', '')
  const git = gitFor(repository)
  const listings = createListings(git)
  await sleep(50)
  const first = await listings(placeOf(repository), isOwn)
  expect(watched(first)).toEqual({ taken: ['a', 'x/a'], ignored: [] })
  repository.write('x/a', 'changed')
  repository.write('own/new', 'Sigma’s own')
  repository.write('a.new', 'another file of the same name')
  renameSync(join(repository.root, 'a.new'), join(repository.root, 'a'))
  expect(await listings(placeOf(repository), isOwn)).toBe(first)
  expect(git.calls()).toBe(2)
  repository.write('x/b', '')
  expect(watched(await listings(placeOf(repository), isOwn)).taken).toEqual(['x/b', 'a', 'x/a'])
  expect(git.calls()).toBe(4)
})
