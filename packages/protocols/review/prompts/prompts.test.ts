/** What the reviewer is told. */
import { type Ask, dispatchFindings, type Event, handoffOf, taskCodes, withFailures } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { builtInText, knownTemplates, promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { readTemplate } from '../../../runtime/src/prompts/template.ts'
import { aspects } from '../machine/gate-parameters.ts'
import { review } from '../machine/review.ts'
import { sampleReviewInput } from '../machine/sample.ts'
import { templates } from './index.ts'

const finding = { rule: 'interface-untested', message: 'No test uses slugify.', remedy: 'Have one call it.' }
const data = {
  tree: 'abc',
  verdicts: aspects.map((of) => ({ of, verdict: 'pass', evidence: 'sha256:0', said: 'As it should be.' })),
  sections: ['Interface', 'Behaviour'],
  files: [],
  told: ['No cycle plans src/extra.js, and it was changed.'],
}

function asksAfter(...events: readonly Event[]): readonly Ask[] {
  const begun = review.start(sampleReviewInput())
  const { effects } = events.reduce(({ state }, event) => review.step(state, event), begun)
  return effects.filter((effect) => effect.kind === 'ask')
}

const passed = judged('review.check', 'pass', { data })
const refused = judged('review.check', 'fail', { data, findings: [finding] })
const asks = [
  asksAfter(passed),
  asksAfter(refused),
  asksAfter(passed, answered('review', 'DF', { message: 'Bad.' })),
].flat()

test('the reviewer is told what Sigma found, what an answer may name, and why one was not taken', () => {
  proves('DPTR-104', 'DPTR-105')
  expect(asks).toHaveLength(3)
  const prompts = asks.map((ask) =>
    promptOf(handoffOf(ask, 'a.1', []), { source: templates, report: true, rehearses: false, resumed: false }),
  )
  for (const { prompt, template } of prompts) {
    expect(template.name).toBe('reviewer-review')
    for (const code of ['VC', 'DF', 'QP', 'QF', 'ME', 'TO', 'EX', 'BL']) expect(prompt).toContain(`- \`${code}\`: `)
    for (const told of ['Behaviour', 'documentation', 'deviation: pass. As it should be.', 'src/extra.js'])
      expect(prompt).toContain(told)
    expect(prompt).toContain('You may write NO file')
    expect(prompt).not.toContain('{{')
  }
  expect(prompts.map(({ prompt }) => prompt.includes('No test uses slugify.'))).toEqual([false, true, false])
  expect(prompts.map(({ prompt }) => prompt.includes('names no section of the design'))).toEqual([false, false, true])
})

test('what the engine hands to the reviewer is a valid handoff, with paths that exist there', () => {
  proves('SIG-26', 'SIG-27')
  for (const ask of asks) {
    expect(dispatchFindings(ask)).toEqual([])
    const handoff = handoffOf(ask, 'review@1', [])
    expect(handoff).toMatchObject({
      from: 'engine',
      to: 'reviewer',
      context: {
        module: 'text',
        designPath: 'memory-bank/modules/text/design.md',
        session: { phase: 'REVIEW', round: 0 },
      },
      metadata: { role: 'reviewer', writable: [] },
    })
  }
})

test('the table gives the reviewer the codes that the specification gives it', () => {
  proves('DPTR-104')
  for (const { role, phases, codes } of templates.tasks)
    for (const phase of phases)
      expect(new Set(withFailures(codes)), `${role} ${phase}`).toEqual(new Set(Object.values(taskCodes(role, phase))))
})

/** What was given out last; by its version a copy in a project tells that Sigma's own has moved on. */
const known: Readonly<Record<string, string>> = { 'reviewer-review': 'v1 669ddd1ba586' }

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
      const phase = task.phases[0] ?? ''
      const handoff = templates.sample({ task, phase, input: templates.example, unit: null, withTalk })
      expect(handoff).toMatchObject({ metadata: { role: task.role } })
    }
})
