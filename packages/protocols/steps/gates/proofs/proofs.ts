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

const skill = (rule: string | null, title: string, text: string): GateProof => ({
  ...{ gate: 'skills', rule, title, others: {} },
  ...{ before: { 'README.md': '# It\n' }, after: { 'README.md': '# It\n' } },
  parameters: async (): Promise<JsonObject> => ({ skills: [{ name: 'build', text }] }),
})

export const proofs: readonly GateProof[] = [
  memory('memory-missing', 'an agent that leaves no memory', null),
  memory('memory-empty', 'an agent that leaves an empty memory', '\n \n'),
  memory('memory-of-other-task', 'an agent that leaves the memory of another task', '# t-2\n'),
  memory(null, 'an agent that leaves its memory', '# t-1\n\nIt is made.\n'),
  skill('skill-unnamed', 'a skill without a name', '# Build\n'),
  skill('skill-name', 'a skill that calls itself otherwise', '---\nname: destroy\n---\n'),
  skill('skill-agent', 'a skill whose agent is a path', '---\nname: build\n---\n## Phases\n- Make: ../x\n'),
  skill(null, 'a skill with its phases', '---\nname: build\n---\n## Phases\n0. Clarify: asker\n1. Make: maker\n'),
]
