/** That the gates refuse what is no skill and no memory, and pass what is. */
import type { GateProof } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'

const path = 'memory/t-1-maker-memory.md'

const memory = (rule: string | null, title: string, text: string | null): GateProof => ({
  ...{ gate: 'memory', rule, title, others: {} },
  before: { 'README.md': '# It\n' },
  after: { 'README.md': '# It\n', ...(text !== null && { [path]: text }) },
  parameters: async () => ({ task: 't-1', agent: 'maker', path }),
})

const head = (name: string): string => `---\n${name}\ndescription: Builds.\n---\n`
const composite = (workers: string): string => `${head('name: build')}## Phases\n1. Make: ${workers}\n`

const skill = (rule: string | null, title: string, text: string, beside: JsonObject = {}): GateProof => ({
  ...{ gate: 'skills', rule, title, others: {} },
  ...{ before: { 'README.md': '# It\n' }, after: { 'README.md': '# It\n' } },
  parameters: async (): Promise<JsonObject> => ({ skills: [{ name: 'build', text }], ...beside }),
})

export const proofs: readonly GateProof[] = [
  memory('memory-missing', 'an agent that leaves no memory', null),
  memory('memory-empty', 'an agent that leaves an empty memory', '\n \n'),
  memory('memory-of-other-task', 'an agent that leaves the memory of another task', '# t-2\n'),
  memory(null, 'an agent that leaves its memory', '# t-1\n\nIt is made.\n'),
  skill('no-frontmatter', 'a skill that says nothing of itself', '# Build\n'),
  skill('skill-unnamed', 'a skill without a name', head('')),
  skill('skill-name', 'a skill that calls itself otherwise', head('name: destroy')),
  skill('skill-undescribed', 'a skill that does not say what it is for', '---\nname: build\n---\n'),
  skill('skill-agent', 'a skill whose agent is a path', `${head('name: build')}## Phases\n- Make: ../x\n`),
  skill('skill-missing', 'a phase of a skill that there is not', composite('skill polish')),
  skill('skill-nested', 'a phase of a skill with phases of its own', composite('skill polish'), {
    parts: [{ name: 'polish', text: `${head('name: polish')}## Phases\n- Make: maker\n` }],
  }),
  skill('agent-unplayed', 'a skill whose agent nobody plays', composite('maker, checker'), { roles: ['maker'] }),
  skill('skill-composite', 'a skill with phases in a sequence', composite('maker'), { sequence: true }),
  skill(null, 'a skill with its phases', composite('maker, skill polish'), {
    parts: [{ name: 'polish', text: head('name: polish') }],
    roles: ['maker', 'polish'],
  }),
]
