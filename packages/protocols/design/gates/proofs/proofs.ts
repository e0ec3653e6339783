/** That the gate can refuse, and passes a good design. */
import type { GateProof } from '@sigma/engine'
import { z } from 'zod'
import type { DesignParameters } from '../../machine/gate-parameters.ts'

const architecturePath = 'memory-bank/systemPatterns.md'
const designPath = 'memory-bank/modules/text/design.md'

const architecture = '# Patterns\n\n## Modules\n\n- `text`: what words are made of\n- `shop`: what is sold\n'
const design = '# Text\n\n## Interface\n\n```ts\nexport function slugify(text: string): string\n```\n'

type Item = DesignParameters['item']

const parameters = (base: string, item: Item, wanted: readonly string[]): DesignParameters => ({
  item,
  base,
  folder: 'memory-bank/modules',
  architecture: { path: architecturePath, blob: null },
  design: item === 'module' ? { path: designPath, blob: null } : null,
  wanted,
  written: item === 'draft' ? [designPath] : [],
  exploration: 'memory-bank/exploration.md',
})

interface Case {
  readonly item: Item
  /** Null: there is none; so of a design. */
  readonly architecture?: string | null
  readonly design?: string | null
  readonly more?: Readonly<Record<string, string>>
  readonly wanted?: readonly string[]
}

function proof(rule: string | null, title: string, { item, more = {}, wanted = [], ...texts }: Case): GateProof {
  const sigma2 = texts.architecture === undefined ? architecture : texts.architecture
  const written = texts.design === undefined ? design : texts.design
  return {
    gate: 'design',
    rule,
    title,
    before: { 'src/text.js': '' },
    after: {
      'src/text.js': '',
      ...(sigma2 !== null && { [architecturePath]: sigma2 }),
      ...(written !== null && { [designPath]: written }),
      ...more,
    },
    others: {},
    parameters: async ({ before }) => z.record(z.string(), z.json()).parse(parameters(before, item, wanted)),
  }
}

export const proofs: readonly GateProof[] = [
  proof(null, 'an architecture that lists its modules', { item: 'architecture', wanted: ['text'] }),
  proof(null, 'a design that declares an interface', { item: 'module' }),
  proof(null, 'a draft of one module', { item: 'draft' }),
  proof('no-architecture', 'an architecture that was taken away', { item: 'architecture', architecture: null }),
  proof('no-modules', 'an architecture without modules', { item: 'architecture', architecture: '# Patterns\n' }),
  proof('module-twice', 'a module listed twice', { item: 'architecture', architecture: `${architecture}- \`text\`\n` }),
  proof('module-name', 'a name that is none', { item: 'architecture', architecture: `${architecture}- \`../x\`\n` }),
  proof('module-unnamed', 'an item without a name', { item: 'architecture', architecture: `${architecture}- more\n` }),
  proof('module-needs', 'a need that is no module before it', {
    item: 'architecture',
    architecture: `${architecture}- \`api\` [needs: later]\n`,
  }),
  proof('module-unlisted', 'a module that is not listed', { item: 'architecture', wanted: ['api'] }),
  proof('module-unlisted', 'a draft that the architecture does not know', {
    item: 'draft',
    architecture: architecture.replace('`text`', '`words`'),
  }),
  proof('no-design', 'no design where it belongs', { item: 'module', design: null }),
  proof('nothing-designed', 'a draft in which nothing was designed', { item: 'draft', design: null }),
  proof('interface-missing', 'a design without an interface', { item: 'module', design: '# Text\n' }),
  proof('interface-missing', 'a draft without an interface', { item: 'draft', design: '# Text\n' }),
  proof('interface-unreadable', 'an interface that is no declaration', {
    item: 'module',
    design: '## Interface\n\n- `h => of whatever it likes`\n',
  }),
  proof('too-long', 'a design of more than a megabyte', {
    item: 'module',
    design: `${design}${'x'.repeat(1_048_577)}`,
  }),
  proof('stray-file', 'a designer that writes code', { item: 'module', more: { 'src/shop.js': 'export {}\n' } }),
]
