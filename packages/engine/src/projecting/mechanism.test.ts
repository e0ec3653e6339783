import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProjectedFile, RegionPart } from './projected-file.ts'
import { ownPlacesIn, rebuild } from './rebuild.ts'
import { broken, fileOf, filing, living, one, parcel, project, protocol, reader, two } from './testing/mechanism.ts'

test('the files of all protocols are written, and those that cannot be read keep theirs', async () => {
  using place = project()
  place.put('left.json', 'as it was')
  const protocols = [
    filing({ parcels: () => [parcel('shop', fileOf('a.json', 'a')), broken('left')], notes: () => ['odd'] }, one),
    { ...protocol, name: 'without files', files: null },
    filing({ parcels: () => [parcel('shop', fileOf('b.json', 'b'))] }, two),
  ]
  const spec = { ...place, reader, protocols, tracked: true }
  expect((await rebuild(spec, 'compare')).files.map(({ change }) => change)).toEqual(['made', 'made'])
  expect(place.text('a.json')).toBeNull()
  const { files, notes } = await rebuild(spec, 'write')
  expect(files.map(({ path, change }) => `${path} ${change}`)).toEqual(['a.json made', 'b.json made'])
  expect(notes).toEqual(['odd', 'The files of left were left as they are: its journal was changed.'])
  expect([place.text('a.json'), place.text('b.json'), place.text('left.json')]).toEqual(['a', 'b', 'as it was'])
})

test('what several protocols say in one file stands there together; where one cannot be read, all of it stays', async () => {
  using place = project()
  const part = (path: string, ...said: readonly string[]): RegionPart => ({
    path,
    name: 'progress',
    sections: () => said,
  })
  const unread = (path: string): RegionPart => ({
    ...part(path),
    sections: () => {
      throw new Error('its journal was changed.')
    },
  })
  const protocols = [
    filing({ regions: () => [part('bank/progress.md', '### a'), part('left/progress.md', '### c')] }, one),
    filing(
      { regions: () => [part('bank/progress.md', '### b'), unread('left/progress.md'), part('progress.md')] },
      two,
    ),
  ]
  const { files, notes } = await rebuild({ ...place, reader, protocols, tracked: true }, 'write')
  expect(files.map(({ path }) => path)).toEqual(['bank/progress.md', 'progress.md'])
  expect(place.text('bank/progress.md')).toMatch(
    /^<!-- .* -->\n## Progress by module\n\n### a\n\n### b\n<!-- .* -->\n$/,
  )
  expect(place.text('progress.md')).toContain('\nNo run yet.\n')
  expect(notes).toEqual(['The files of left were left as they are: its journal was changed.'])
})

test('versions of one protocol share their files: those of the latest are written, once', async () => {
  using place = project()
  const of = (version: number) =>
    filing({ parcels: () => [parcel('shop', fileOf(`${version}.json`, 'x'))] }, { name: 'one', version })
  const { files } = await rebuild({ ...place, reader, protocols: [of(1), of(2)], tracked: true }, 'write')
  expect(files.map(({ path }) => path)).toEqual(['2.json'])
})

test('the folder of Sigma’s files ignores itself where the person does not track it and something stands in it', async () => {
  using place = project()
  const within = '.claude-collective/a.json'
  const ignored = async (tracked: boolean, base: ProjectedFile['base'], path = within): Promise<boolean> => {
    const protocols = [filing({ parcels: () => [parcel('shop', fileOf(path, 'a', base))] }, one)]
    const { files } = await rebuild({ ...place, reader, protocols, tracked }, 'compare')
    return files.some((file) => file.path === '.claude-collective/.gitignore')
  }
  expect(await ignored(false, 'project')).toBe(true)
  expect(await ignored(true, 'project')).toBe(false)
  expect(await ignored(false, 'repository')).toBe(false)
  expect(await ignored(false, 'project', '.plasmodium/agents.json')).toBe(false)
})

test('what is Sigma’s own in a repository is what any protocol says', async () => {
  using place = project()
  const protocols = [
    filing({ ownPlaces: (_, bank) => ({ globs: ['a/**'], regions: new Map([[`${bank}/p.md`, 'progress']]) }) }, one),
    filing({ ownPlaces: () => ({ globs: ['a/**', 'b/**'], regions: new Map([['c.md', 'context']]) }) }, two),
  ]
  const { globs, regions } = await ownPlacesIn({ ...place, reader, protocols }, 'bank')
  expect([globs, [...regions.keys()]]).toEqual([
    ['a/**', 'b/**'],
    ['bank/p.md', 'c.md'],
  ])
})

test('a burst of events is written once, a little later; a run that is quiet at once, with what an earlier process left', async () => {
  using place = project()
  let [written, isQuiet, text] = [0, false, 'first']
  const { commit, close, warnings } = await living(place, {
    isQuiet: () => isQuiet,
    subjects: () => ['mail', 'shop'],
    parcels: (subjects) => {
      written += 1
      return [parcel('shop', fileOf('a.json', `${subjects.join(' ')}: ${text}`))]
    },
  })
  for (let event = 0; event < 20; event += 1) commit()
  expect(written).toBe(0)
  await expect.poll(() => place.text('a.json')).toBe('mail shop: first')
  expect(written).toBe(1)
  ;[isQuiet, text] = [true, 'second']
  commit()
  expect(place.text('a.json')).toBe('shop: second')
  ;[isQuiet, text] = [false, 'third']
  commit()
  close()
  expect(place.text('a.json')).toBe('shop: third')
  await sleep(300)
  expect([written, warnings]).toEqual([3, []])
})

test('what cannot be written is told once and breaks nothing; reports are written where an earlier process did not', async () => {
  using place = project()
  const asked: string[] = []
  const { commit, warnings, live } = await living(place, {
    isQuiet: () => true,
    subjects: () => ['late', 'shop', 'written'],
    latest: (subject) => (subject === 'late' ? [fileOf('late.json', 'not there')] : []),
    parcels: (subjects, reported) => {
      asked.push(`${subjects.join(' ')}; ${reported.join(' ')}`)
      return [broken('shop'), parcel('shop', fileOf('a.json', 'a'))]
    },
  })
  commit()
  commit()
  live.forget()
  commit()
  expect(asked).toEqual(['late shop written; late shop', 'shop; shop', 'late shop written; late shop'])
  expect(warnings).toEqual(['The files of shop were left as they are: its journal was changed.'])
  expect(place.text('a.json')).toBe('a')
})
