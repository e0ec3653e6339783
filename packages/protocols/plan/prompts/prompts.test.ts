/** What planner and critic are told, turn by turn. */
import { type Event, handoffOf, taskCodes, withFailures } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { builtInText, knownTemplates, promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { readTemplate } from '../../../runtime/src/prompts/template.ts'
import { plan } from '../machine/plan.ts'
import { samplePlanInput } from '../machine/sample.ts'
import { templates } from './index.ts'

const created = answered('plan', 'PC', { commit: 'first' })
const passed = judged('plan.check')
const refused = answered('critique', 'NR', { message: 'Split the second cycle.' })
const disagrees = answered('plan', 'DG', { message: 'It is one thing.' })

const courses: readonly (readonly [isThere: boolean, events: readonly Event[]])[] = [
  [false, []],
  [false, [created, judged('plan.check', 'fail')]],
  [false, [created, passed]],
  [false, [created, passed, refused]],
  [false, [created, passed, refused, disagrees]],
  [false, [created, passed, refused, answered('plan', 'PR', { commit: 'second' }), passed]],
  [true, [passed]],
  [true, [passed, refused]],
]

const asks = courses.flatMap(([isThere, events]) => {
  const begun = plan.start(samplePlanInput({ isThere }))
  const { effects } = events.reduce(({ state }, event) => plan.step(state, event), begun)
  return effects.filter((effect) => effect.kind === 'ask')
})

const prompts = asks.map((ask) => ({
  ask,
  ...promptOf(handoffOf(ask, 'a.1', []), { source: templates, report: true, rehearses: false, resumed: false }),
}))

test('both turns are told by their own template, with directive, codes, files and points', () => {
  proves('DPTR-23', 'DPTR-59')
  expect(new Set(prompts.map(({ template }) => template.name))).toEqual(new Set(['spec-plan', 'critic-plan']))
  for (const { ask, prompt } of prompts) {
    expect(prompt).toMatch(/\n\| \[S:PLAN_20260101T000000Z_sample,R:\d+,M:text,CTX:\{.*\}\]\n/)
    for (const code of [...ask.codes, 'ME', 'TO', 'EX', 'BL']) expect(prompt).toContain(`- \`${code}\`: `)
    for (const { message } of ask.brief.refused) expect(prompt).toContain(message)
    expect(prompt.includes('`memory-bank/modules/text/tdd_plan.md`')).toBe(true)
    expect(prompt.includes('You may write NO file')).toBe(ask.role === 'critic')
    expect(prompt.includes('- `DG`: ')).toBe(ask.role === 'spec' && (ask.at.round ?? 0) > 0)
    expect(prompt).not.toContain('{{')
  }
  expect(prompts.map(({ prompt }) => prompt.includes('The planner disagrees'))).toEqual(
    courses.map((_, at) => at === 4),
  )
})

test('the table gives each role the codes that the specification gives it', () => {
  for (const { role, phases, codes } of templates.tasks)
    for (const phase of phases)
      expect(new Set(withFailures(codes)), `${role} ${phase}`).toEqual(new Set(Object.values(taskCodes(role, phase))))
})

/** What was given out last; by its version a copy in a project tells that Sigma's own has moved on. */
const known: Readonly<Record<string, string>> = {
  'critic-plan': 'v1 1c7142e10309',
  'spec-plan': 'v1 d3acdf64c318',
}

test('a template whose words change gets a new version; then put it down here', () => {
  const now = knownTemplates([templates]).flatMap((each) => {
    if (each.source === null) return []
    const read = readTemplate(each, { origin: 'built in', text: builtInText(each) })
    const text = read.kind === 'template' ? `v${read.template.version} ${read.template.hash.slice(7, 19)}` : 'faulty'
    return [[each.spec.name, text]]
  })
  expect(Object.fromEntries(now)).toEqual(known)
})

test('what is shown of a turn before there is one is what it would be told', () => {
  for (const task of templates.tasks)
    for (const withTalk of [false, true]) {
      const handoff = templates.sample({
        task,
        phase: task.phases[0] ?? '',
        input: templates.example,
        unit: null,
        withTalk,
      })
      expect(handoff).toMatchObject({ metadata: { role: task.role } })
    }
})
