/** Architecture and designs as they lie in a person's folder, and which of them were accepted before. */
import { join } from 'node:path'
import type { Asked } from '@sigma/engine'
import { acceptedDesigns, architectureFile, blobOf, readArchitecture } from '../../modules/acceptance.ts'
import { readModules } from '../../modules/architecture.ts'
import { designsBelow } from '../../modules/designed-modules.ts'
import { pathInRepository, readDocument, type Text } from '../../modules/documents.ts'
import type { DesignInput } from '../machine/input.ts'

export type Lying = Pick<DesignInput, 'architecture' | 'folder' | 'modules' | 'known'> & {
  /** In the order of the architecture; null: there is none. */
  readonly listed: readonly string[] | null
  /** Files that were read. */
  readonly read: readonly string[]
}

/** `modules`: the folder that holds them; absolute. Fails with the faults of files that cannot be read. */
export function lyingDesigns(
  { place, keep, history }: Pick<Asked, 'place' | 'keep' | 'history'>,
  modules: string,
): Lying {
  const architecture = readArchitecture(place, modules)
  const listed = architecture === null ? null : readModules(architecture.text).modules
  const designs = inOrder(listed ?? [], designsBelow(modules)).map((module) => ({
    module,
    text: readDocument({ place }, 'design', join(modules, module, 'design.md'), module),
  }))
  const texts = [...(architecture === null ? [] : [architecture]), ...designs.map(({ text }) => text)]
  const accepted = acceptedDesigns(history)
  const known = texts.flatMap(({ path, bytes }) => {
    const found = accepted.find((each) => each.path === path && each.blob === blobOf(bytes))
    return found === undefined ? [] : [{ path, blob: found.blob, by: found.by }]
  })
  return {
    architecture: {
      path: pathInRepository(place, 'architecture', architectureFile(modules)),
      blob: architecture === null ? null : keep(architecture.bytes),
    },
    folder: pathInRepository(place, 'design', join(modules, 'any', 'design.md')).replace(/\/?any\/design\.md$/, ''),
    modules: designs.map(({ module, text }) => ({ module, design: kept(text) })),
    known,
    listed,
    read: texts.map(({ path }) => path),
  }

  function kept({ path, bytes }: Text): DesignInput['modules'][number]['design'] {
    return { path, blob: keep(bytes) }
  }
}

/** Those that are listed first, in that order. */
function inOrder(listed: readonly string[], names: readonly string[]): readonly string[] {
  return [...listed.filter((name) => names.includes(name)), ...names.filter((name) => !listed.includes(name))]
}
