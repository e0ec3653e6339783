import type { Document, Option } from '@sigma/protocol'
import { pathOf } from './places.ts'
import type { Cause, Item, Loop } from './state.ts'

/** A draft that passed Sigma's look: a person may put a text of their own in its place. */
export type Editable = Document & { readonly item: Item }

export function editableIn(
  loop: Pick<Loop, 'input' | 'item' | 'checked' | 'accepted'>,
  cause: Cause,
): readonly Editable[] {
  const { item, checked, accepted } = loop
  if (cause === 'acceptance')
    return accepted.map(({ module, path, blob }) => ({
      item: module === null ? { kind: 'architecture' } : { kind: 'module', module },
      path,
      blob,
    }))
  return checked === null || pathOf(loop) !== checked.path ? [] : [{ item, path: checked.path, blob: checked.blob }]
}

export function editOption(paths: readonly string[]): Option {
  return {
    name: 'edit',
    consequence:
      'A text of your own takes the place of the draft, once it passes Sigma’s look: in your editor, or --text-file <file>.',
    input: {
      type: 'object',
      properties: { path: { enum: [...paths] }, content: { type: 'string', minLength: 1 } },
      required: ['path', 'content'],
      additionalProperties: false,
      examples: paths.map((path) => ({ path, content: '# text' })),
    },
  }
}
