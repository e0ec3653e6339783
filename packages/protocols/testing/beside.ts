/** The protocols of a sigma that has several beside each other, of which one is at fault. */
import { readFileSync } from 'node:fs'
import type { Kit } from '@sigma/engine'
import { kits as shipped } from '../kits.ts'
import { letterKit } from './toy/kit.ts'

/**
 * Asked for by a sigma in which this stands for the registry.
 * @public
 */
export { areAllKnown } from '../kits.ts'

const templates = await letterKit.templates?.()

/** Its turns are told in the words of each ask. */
const plain: Kit = {
  ...letterKit,
  templates: null,
  tasks: letterKit.tasks.map((task) => ({ ...task, template: null })),
}

/** Its author forgot a template. */
const lost: Kit = {
  ...letterKit,
  name: 'lost',
  commands: letterKit.commands.slice(0, 1).map((each) => ({ ...each, name: 'lost' })),
  roles: ['reader'],
  tasks: letterKit.tasks.slice(0, 1).map((task) => ({
    ...task,
    template: { name: 'lost-letter', about: 'nothing', needs: [] },
  })),
  templates: async () => {
    if (templates === undefined) throw new Error('The toy has templates.')
    return { ...templates, text: (name) => readFileSync(`/nowhere/${name}.md`, 'utf8') }
  },
}

export const kits: readonly Kit[] = [...shipped, plain, lost]
