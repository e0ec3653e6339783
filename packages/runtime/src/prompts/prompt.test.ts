import type { TemplateSource, ToldTask } from '@sigma/engine'
import { type Ask, handoffOf } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { inlineData } from './data.ts'
import { knownTemplates } from './known-templates.ts'
import { placeholdersOf } from './placeholders.ts'
import { promptOf, templateFor } from './prompt.ts'

const brewing: ToldTask = {
  type: 'brew',
  role: 'cook',
  phases: ['KITCHEN'],
  codes: ['DONE', 'COLD'],
  writes: 'nothing',
  template: { name: 'cook-brew', about: 'a cup of tea', needs: ['kettle'] },
}

/** What a protocol could bring that Sigma never heard of. */
const kitchen: TemplateSource = {
  tasks: [brewing],
  unit: 'cup',
  text: (name) =>
    `---\nversion: 4\n---\n# ${name} with {{kettle}}\n\n{{directive}}\n{{writable}}\n{{parameters}}\n{{resumed}}\n{{dead-ends}}\n{{answer}}\n`,
  placeholders: [
    {
      name: 'kettle',
      kind: 'inline',
      says: 'the kettle',
      write: ({ context }) => inlineData(String(context['kettle'])),
    },
  ],
  told: ['sugar'],
  codes: { DONE: { means: 'the tea is hot' } },
  example: null,
  sample: () => null,
}

const ask: Ask = {
  kind: 'ask',
  id: 'a',
  at: { step: 'brew' },
  role: 'cook',
  phase: 'KITCHEN',
  brief: {
    type: 'brew',
    purpose: 'Brew a cup of tea.',
    from: 'engine',
    subject: 'tea',
    context: { kettle: 'the {{answer}} kettle', recipePath: 'tea.md' },
    documents: [],
    refused: [],
    parameters: { sugar: 'two', milk: 'none' },
  },
  codes: ['DONE', 'COLD'],
  writes: ['cups/**'],
  creates: { globs: ['saucers/**'], since: 'b', kept: [] },
  workspace: 'w',
  base: 'b',
  limitMs: 1,
  retry: [],
}
const handoff = handoffOf(ask, 'a.1', [])
const offered = { report: false, rehearses: false, resumed: false }

test('a protocol that brings templates is told by them: its placeholders, its codes, its word for a unit', () => {
  const { prompt, template } = promptOf(handoff, { source: kitchen, ...offered })
  expect(template).toMatchObject({ name: 'cook-brew', version: 4, origin: 'built in' })
  expect(prompt).toMatch(/^# cook-brew with `"the \{\{answer\}\} kettle"`\n/)
  expect(prompt).toContain('- `DONE`: the tea is hot\n- `COLD`: as the task says\n- `ME`: the memory')
  expect(prompt).toContain('change those that this cup made')
})

test('where the turn has the memory of its dialogue, its session is named and how it is reached', () => {
  const told = handoffOf(
    { ...ask, brief: { ...ask.brief, context: { ...ask.brief.context, session: { sid: 'PLAN_1_`x' } } } },
    'a.1',
    [],
  )
  const of = (remembers: boolean | undefined) => promptOf(told, { source: kitchen, ...offered, remembers }).prompt
  expect(of(true)).toContain('The memory of this dialogue is the session `"PLAN_1_\\u0060x"`, on the MCP server')
  expect(of(true)).toMatch(/READ `open_nodes`, QUERY `search_nodes`, STORE `add_observations`/)
  for (const without of [false, undefined]) expect(of(without)).not.toContain('open_nodes')
})

test('what a placeholder of the protocol tells is not told again among the parameters', () => {
  const { prompt } = promptOf(handoff, { source: kitchen, ...offered })
  expect(prompt).toContain('"milk": "none"')
  expect(prompt).not.toContain('sugar')
})

test('a protocol without templates, and a task that its table lacks, are told in the words of the ask', () => {
  const unheard = handoffOf({ ...ask, brief: { ...ask.brief, type: 'unheard-of' } }, 'a.1', [])
  for (const { prompt, template } of [
    promptOf(handoff, offered),
    promptOf(handoff, { source: null, ...offered }),
    promptOf(unheard, { source: kitchen, ...offered }),
  ]) {
    expect(template.name).toBe('any-task')
    expect(prompt).toContain('| Brew a cup of tea.')
    expect(prompt).toContain('1. Read `tea.md`.')
    expect(prompt).toContain('"sugar": "two"')
    expect(prompt).toContain('- `DONE`: as the task says')
    expect(prompt).toContain('this work made')
  }
})

test('a template may hold what its own protocol declares, and needs it where the task says so', () => {
  const [own, plain] = knownTemplates([kitchen])
  if (own === undefined || plain === undefined) throw new Error('there are two')
  const text = kitchen.text('cook-brew')
  const path = 'house/cook-brew.md'
  expect(templateFor(own, [{ path, text }]).origin).toBe(path)
  expect(() => templateFor(own, [{ path, text: text.replace('{{kettle}}', 'a kettle') }])).toThrow(
    `${path}: {{kettle}} is missing`,
  )
  const purpose = `${text}{{purpose}}\n`
  expect(() => templateFor(plain, [{ path: 'house/any-task.md', text: purpose }])).toThrow(
    '{{kettle}} is no placeholder',
  )
  const names = [placeholdersOf(kitchen), placeholdersOf(null)].map((all) => all.map(({ name }) => name))
  expect(names[0]).toEqual([...(names[1] ?? []), 'kettle'])
})
