import { type Ask, advance, handoffOf, type Kernel, statusCode, taskCodes, withFailures } from '@sigma/protocol'
import { wander } from '@sigma/protocol/testing'
import { plainTemplate, promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { sampleTddInput } from '../machine/sample.ts'
import type { TddState } from '../machine/state.ts'
import { tdd } from '../machine/tdd.ts'
import { templates } from './source.ts'

const machine = { protocol: tdd, budgets: [] }
const offered = { source: templates, report: true, rehearses: true, resumed: false }

/** Every ask that many different journeys through the protocol come by, one of each task and what goes with it. */
const asks = new Map<string, Ask>()
for (let seed = 0; seed < 150; seed++) {
  const picks = Array.from({ length: 60 }, (_each, at) => {
    const dice = (seed * 7_919 + at * 104_729) % 997
    return [dice % 5, dice % 3 === 0 ? dice % 17 : 0] as const
  })
  const input = { ...sampleTddInput({ batches: [1 + (seed % 2)] }), prompts: [] }
  let kernel: Kernel<TddState> | null = null
  for (const recorded of wander(machine, input, { run: 'run', picks })) {
    kernel = advance(machine, kernel, recorded).kernel
    for (const { effect } of Object.values(kernel.open)) if (effect.kind === 'ask') asks.set(kindOf(effect), effect)
  }
}

function kindOf({ phase, brief, writes }: Ask): string {
  const { type, parameters, refused } = brief
  return [phase, type, parameters['raisedBy'], refused.length, Object.keys(parameters), writes].join(' ')
}

const refused = [{ rule: 'already-passes', message: 'It passes.', remedy: 'Let it fail.' }]
const prompts = [...asks.values()].map((ask) => {
  const handoff = handoffOf(ask, 'a.1', refused)
  return { ask, handoff, ...promptOf(handoff, offered) }
})
const [firstPrompt] = prompts
if (firstPrompt === undefined) throw new Error('There is no turn.')

test('every turn that the TDD loop can wish for has a template of its own, and every template its turn', () => {
  const used = new Set(prompts.map(({ template }) => template.name))
  expect(used).toEqual(new Set(templates.tasks.map(({ template }) => template.name)))
  expect(used).not.toContain(plainTemplate.spec.name)
  for (const {
    type,
    role,
    phases,
    codes,
    writes,
    template: { name },
  } of templates.tasks) {
    const own = prompts.filter(({ template }) => template.name === name).map(({ ask }) => ask)
    expect(new Set(own.map((ask) => ask.role))).toEqual(new Set([role]))
    expect(new Set(own.map((ask) => ask.brief.type))).toEqual(new Set([type]))
    expect(new Set(own.map((ask) => ask.phase)), name).toEqual(new Set(phases))
    for (const ask of own) expect(ask.codes, name).toEqual(codes)
    for (const ask of own) expect(ask.writes.length === 0, name).toBe(writes === 'nothing')
  }
})

test('the table of the loop gives each role the codes that the specification gives it', () => {
  for (const { role, phases, codes } of templates.tasks)
    for (const phase of phases) expect(withFailures(codes), `${role} ${phase}`).toEqual(taskCodes(role, phase))
})

test('each turn is told its whole directive, each code that is legal, what it may write, and why earlier tries failed', () => {
  for (const { ask, handoff, prompt } of prompts) {
    expect(prompt).toContain(`\n| ${handoff.metadata.directive}\n`)
    for (const code of [...ask.codes, 'ME', 'TO', 'EX', 'BL']) expect(prompt).toContain(`- \`${code}\`: `)
    for (const glob of ask.writes) expect(prompt).toContain(`\`${glob.replace(/^!/, '')}\``)
    if (ask.writes.length === 0) expect(prompt).toContain('You may write NO file')
    for (const { message } of ask.brief.refused) expect(prompt).toContain(message.split('\n')[0])
    expect(prompt).toContain('Way out: Let it fail.')
    expect(prompt).toContain(`\`${ask.brief.context.designPath}\``)
    expect(prompt).not.toContain('{{')
  }
})

test('no turn is asked for a code that would be refused there', () => {
  for (const { ask, prompt } of prompts) {
    const legal = new Set([...ask.codes, 'ME', 'TO', 'EX', 'BL'])
    const own = prompt.split('\n').filter((line) => !line.startsWith('| '))
    const named = own.flatMap((line) => [...line.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, code = '']) => code))
    const codes = named.filter((code) => statusCode(code).kind === 'code')
    expect(codes.filter((code) => !legal.has(code))).toEqual([])
  }
})

test('commands come first, then rules in capitals, anti-patterns, numbered steps, how to verify, and the answer last', () => {
  for (const { prompt } of prompts) {
    const headings = [...prompt.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const order = [
      'Quick Reference',
      'Your Job',
      'Files',
      'Workflow',
      'CRITICAL RULES',
      'Anti-Patterns',
      'Verify',
      'Answer',
    ]
    expect(headings.filter((heading) => order.includes(heading ?? ''))).toEqual(order)
    expect(headings[0]).toBe('Quick Reference')
    expect(headings.at(-1)).toBe('Answer')
    const section = (name: string): string => prompt.split(`## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
    expect(section('Quick Reference')).toContain('sh -c "$SIGMA_GATES"')
    expect(section('CRITICAL RULES')).toMatch(/^\n(- \*\*[^a-z]+\*\*.*\n)+/)
    expect(section('Anti-Patterns')).toMatch(/^\n(- DON'T .+\n)+/)
    expect(section('Workflow')).toMatch(/^\n1\. .+\n2\. .+\n3\. /)
    expect(section('Verify')).toMatch(/^\n1\. /)
  }
})

test('how to answer follows what the turn offers', () => {
  const { handoff } = firstPrompt
  const { prompt } = promptOf(handoff, { ...offered, report: false, rehearses: false })
  expect(prompt).toContain('End your last message with ONE line of its own')
  expect(prompt).not.toContain('`report`')
  const { prompt: read } = promptOf(handoff, { ...offered, report: false, person: true })
  expect(read).toContain('`sigma answer` takes them')
  expect(prompt).not.toContain('sh -c "$SIGMA_GATES"  ')
})

test('the checks of the project are named only where it has any', () => {
  const { handoff } = firstPrompt
  const line = 'sh -c "$SIGMA_GATES --checks"'
  expect(promptOf(handoff, { ...offered, checks: true }).prompt).toContain(line)
  expect(promptOf(handoff, offered).prompt).not.toContain(line)
  expect(promptOf(handoff, { ...offered, rehearses: false, checks: true }).prompt).not.toContain(line)
})

test('who goes on with an interrupted session is told that the workspace was put back', () => {
  const { handoff, prompt } = firstPrompt
  expect(promptOf(handoff, { ...offered, resumed: true }).prompt).toContain('PUT BACK to where this turn began')
  expect(prompt).not.toContain('PUT BACK')
})

test('a turn of another protocol is told its task and its documents, whatever its context is', () => {
  const [ask] = asks.values()
  if (ask === undefined) throw new Error('no asks')
  const told = (context: Ask['brief']['context']): string => {
    const brief = { ...ask.brief, type: 'brew', purpose: 'Brew a cup of tea.', context }
    const { prompt, template } = promptOf(handoffOf({ ...ask, role: 'clerk', brief }, 'a.1', []), offered)
    expect(template.name).toBe(plainTemplate.spec.name)
    return prompt
  }
  expect(told({ kettlePath: 'kettle.md', cups: 2 })).toMatch(
    /^# You are `clerk` in phase `brew`[\s\S]*Brew a cup of tea[\s\S]*1\. Read `kettle\.md`\./,
  )
  expect(told({})).toContain('1. Read the task above.')
})
