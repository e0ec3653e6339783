/** Each declaration of the design is in the source, with that signature (SIG-47). */
import { compareInterfaces, listed } from '@sigma/measuring'
import { type DesignInterface, readDeclarations } from '@sigma/protocol'
import type { Reviewed } from './reviewed.ts'
import type { Seen } from './seen.ts'

export async function interfaces(reviewed: Reviewed): Promise<Seen> {
  const { files, sorting, changed, interfaces: designed } = reviewed
  const texts = await reviewed.texts(files.filter(sorting.isSource))
  const isOld = (file: string): boolean => !changed.some(({ path }) => path === file)
  const declarations = designed.flatMap(declarationsIn)
  const { reasons, notCompared } = compareInterfaces(declarations, texts, isOld)
  return {
    of: 'interface',
    reasons,
    passes: `All ${designed.length} declarations of the design are there as designed.`,
    by: { declarations, sourceFiles: [...texts.keys()], notCompared },
    told:
      notCompared.length === 0
        ? []
        : [`Not compared with the design, for their shape cannot be read from the code: ${listed(notCompared)}.`],
  }
}

/** One each: overloads of a name stand together in a design. */
function declarationsIn({ declaration }: DesignInterface): readonly string[] {
  const found = readDeclarations(declaration).map(({ text }) => text)
  return found.length > 0 ? found : [declaration]
}
