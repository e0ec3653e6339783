/** When files are written, by whom and in which order, whatever protocols they are of. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { play, scripted } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { registered } from '../host/registered.ts'
import { readerOfRuns } from '../testing/told-runs.ts'
import type { Archive, Filing, Parcel } from './archive.ts'
import { projectionOf } from './archive.ts'
import { type LiveProjections, projectLive } from './live.ts'
import type { ProjectedFile } from './projected-file.ts'
import { ownPlacesIn, rebuild } from './rebuild.ts'

const protocol = registered(scripted([], () => []))
const events = play({ protocol: scripted([], () => []), budgets: [] }, {}, []).map(({ recorded }) => recorded)
const reader = readerOfRuns(protocol, [{ events }])

interface Project extends Disposable {
  readonly root: string
  readonly top: string
  readonly folder: string
  text(path: string): string | null
  put(path: string, text: string): void
}

function project(): Project {
  const root = mkdtempSync(join(tmpdir(), 'sigma-mechanism-'))
  const folder = join(root, '.sigma')
  mkdirSync(folder)
  return {
    root,
    top: root,
    folder,
    text: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    put: (path, text) => writeFileSync(join(root, path), text),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

const fileOf = (path: string, content: string, base: ProjectedFile['base'] = 'project'): ProjectedFile => ({
  base,
  path,
  form: { kind: 'whole', content },
})

const parcel = (of: string, ...files: readonly ProjectedFile[]): Parcel => ({ of, files: () => files })

const broken = (of: string): Parcel => ({
  of,
  files: () => {
    throw new Error('its journal was changed.')
  },
})

/** Of a protocol whose only run is about `shop`. */
function filing(archive: Partial<Archive>, { name, version }: { name: string; version: number }): Filing {
  const whole: Archive = {
    take: () => undefined,
    isQuiet: () => false,
    subjects: () => ['shop'],
    subjectOf: () => 'shop',
    parcels: () => [],
    latest: () => [],
    ownPlaces: () => ({ globs: [], regions: new Map() }),
    notes: () => [],
    ...archive,
  }
  return { ...protocol, name, version, files: () => Promise.resolve(() => whole) }
}

const one = { name: 'one', version: 1 }
const two = { name: 'two', version: 1 }

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

test('versions of one protocol share their files: those of the latest are written, once', async () => {
  using place = project()
  const of = (version: number) =>
    filing({ parcels: () => [parcel('shop', fileOf(`${version}.json`, 'x'))] }, { name: 'one', version })
  const { files } = await rebuild({ ...place, reader, protocols: [of(1), of(2)], tracked: true }, 'write')
  expect(files.map(({ path }) => path)).toEqual(['2.json'])
})

test('the folder of Sigma’s files ignores itself where the person does not track it and something stands in the project', async () => {
  using place = project()
  const ignored = async (tracked: boolean, base: ProjectedFile['base']): Promise<boolean> => {
    const protocols = [filing({ parcels: () => [parcel('shop', fileOf('a.json', 'a', base))] }, one)]
    const { files } = await rebuild({ ...place, reader, protocols, tracked }, 'compare')
    return files.some(({ path }) => path === '.claude-collective/.gitignore')
  }
  expect(await ignored(false, 'project')).toBe(true)
  expect(await ignored(true, 'project')).toBe(false)
  expect(await ignored(false, 'repository')).toBe(false)
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

interface Living {
  readonly live: LiveProjections
  readonly warnings: readonly string[]
  commit(): void
  close(): void
}

async function living(place: Project, archive: Partial<Archive>): Promise<Living> {
  const committed: ((run: string) => void)[] = []
  const closing: (() => void)[] = []
  const warnings: string[] = []
  const [run = ''] = reader.runs().map((view) => view.run)
  const protocols = [filing(archive, one)]
  const live = projectLive({
    ...place,
    protocols,
    projection: await projectionOf(protocols),
    tracked: true,
    memoryBank: 'bank',
    warn: (sentence) => warnings.push(sentence),
    host: {
      reader,
      onCommitted: (listener) => {
        committed.push(listener)
        return () => undefined
      },
      onClosing: (listener) => {
        closing.push(listener)
      },
    },
  })
  return {
    live,
    warnings,
    commit: () => {
      for (const listener of committed) listener(run)
    },
    close: () => {
      for (const listener of closing) listener()
    },
  }
}

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
