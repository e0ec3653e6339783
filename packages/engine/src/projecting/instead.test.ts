/** Accepted texts that take the place of what lay in a person's folder. */
import { expect, test } from 'vitest'
import { sha256 } from '../identity/canonical.ts'
import type { Archive } from './archive.ts'
import type { ProjectedFile } from './projected-file.ts'
import { rebuild } from './rebuild.ts'
import { filing, living, one, parcel, project, reader } from './testing/mechanism.ts'

test('a text that takes the place of what lay there does so once, and only of that', async () => {
  using place = project()
  const hashOf = (text: string): string => `sha256:${sha256(text)}`
  const file = (path: string, of: string | null): ProjectedFile => ({
    base: 'project',
    path,
    form: { kind: 'instead', run: 'shop-1', content: 'new', of },
  })
  place.put('old.md', 'old')
  place.put('mine.md', 'mine')
  const old = hashOf('old')
  const files = [file('old.md', old), file('mine.md', old), file('none.md', null), file('gone.md', old)]
  const protocols = [filing({ parcels: () => [parcel('shop', ...files)] }, one)]
  const write = async () => (await rebuild({ ...place, reader, protocols, tracked: true }, 'write')).files
  const first = await write()
  expect(first.map(({ change }) => change)).toEqual(['replaced', 'none', 'made', 'none'])
  expect(first.map(({ left }) => left)).toEqual([false, true, false, true])
  expect(['old.md', 'mine.md', 'none.md', 'gone.md'].map((path) => place.text(path))).toEqual([
    'new',
    'mine',
    'new',
    null,
  ])
  place.put('old.md', 'corrected by hand')
  expect((await write()).map(({ change }) => change)).toEqual(['none', 'none', 'none', 'none'])
})

test('where a person’s file stays instead of the accepted text, the run that ends is told so, once', async () => {
  using place = project()
  place.put('mine.md', 'mine')
  let isOver = false
  const [run = ''] = reader.runs().map((view) => view.run)
  const file: ProjectedFile = {
    base: 'project',
    path: 'mine.md',
    form: { kind: 'instead', run, content: 'new', of: null },
  }
  const archive: Partial<Archive> = {
    isQuiet: () => true,
    subjects: () => ['shop'],
    parcels: () => [parcel('shop', file)],
  }
  const { commit, notes } = await living(place, archive, () => isOver)
  commit()
  expect(notes).toEqual([])
  isOver = true
  commit()
  commit()
  expect(notes).toEqual([
    {
      type: 'unwritten',
      data: {
        message: `The accepted text (sigma why ${sha256('new').slice(0, 12)}) is not written to mine.md, which was changed while the run went on and stays as it is.`,
        path: 'mine.md',
        text: `sha256:${sha256('new')}`,
      },
    },
  ])
  const later = await living(place, archive, () => true)
  later.commit()
  expect([later.notes, place.text('mine.md')]).toEqual([[], 'mine'])
})
