/** Real agents that a person runs are led through step protocols by their directives: their model knows no step, and reads what each command printed. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTier } from '@sigma/engine/testing'
import { type ModelServer, modelServer, type Reply, type Speaker } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agentsCache } from '../../scripts/install-agents.ts'
import { directiveFields } from '../kit/directive-fields.ts'
import { type Files, makeRepository } from '../kit/repository.ts'
import { sigma } from '../kit/sigma.ts'
import { follower, type Habit, type Knowledge, promptOf, resultsOf } from './following.ts'
import { claudeOutside, codexOutside, type Outsider } from './outside.ts'
import { players } from './players.ts'

const skill = (name: string, phases = ''): string =>
  `---\nname: ${name}\ndescription: Does it.\n---\n# ${name}\n${phases}`

const files: Files = {
  'package.json': '{}',
  'agent.mjs': `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const { context, task } = JSON.parse(readFileSync(0, 'utf8'))
if (context.agent === 'asker' && (task.parameters.answers ?? []).length === 0) {
  console.log('→[QU, by name or by mail?]')
  process.exit(0)
}
mkdirSync('memory', { recursive: true })
writeFileSync(context.memory, '# ' + context.task + '\\n\\nBy ' + context.agent + ' in ' + context.phase + '.\\n')
console.log('→[AD, ' + context.agent + ' is done]')
`,
  '.claude/skills/build/SKILL.md': skill('build', '## Phases\n\n0. Clarify: asker\n1. Make: maker, checker\n'),
  'skills/analyse/SKILL.md': skill('analyse'),
  'skills/make/SKILL.md': skill('make'),
}

/** One agent of the host's, and it is a real one too. */
const config = (model: ModelServer, roles: Readonly<Record<string, string>>): string => {
  const [claude] = players
  if (claude === undefined) throw new Error('There are no players.')
  const agents = { script: { kind: 'command', command: ['node', 'agent.mjs'] }, claude: claude.config(model) }
  return JSON.stringify({ agents, roles: { '*': 'script', ...roles } })
}

const knowledge: Knowledge = {
  title: 'Add a login',
  domain: 'web',
  skill: 'build',
  summary: 'All is built.',
  requirements: ['people log in', 'people log out'],
  skills: ['analyse', 'make'],
  results: [
    { requirement: 'people log in', skill: 'make', evidence: 'seen' },
    { requirement: 'people log out', skill: 'make', evidence: 'seen' },
  ],
}

/** The agent of the host: it does what its prompt says, by its own tools. */
const hosted = (prompt: string, results: readonly string[]): Reply => {
  const [, path = ''] = /^- `?(memory\/\S+\.md)`?/m.exec(prompt) ?? []
  const [, task = ''] = /part of the task `?([\w-]+)`?/.exec(prompt) ?? []
  if (results.length > 0) return { text: 'Done.\n\n→[AD, made]' }
  return { calls: [{ tool: 'Write', input: { file_path: path, content: `# ${task}\n\nMade by a real one.\n` } }] }
}

const statesSchema = z.array(z.looseObject({ session_id: z.string() }))

const asked = (route: string): string =>
  `A person wants a login. Follow the protocol of this project. Begin with \`sigma dispatch --reasoning-session R-1 --route ${route}\``

/** The model of the agent outside, and of those that the host starts. */
const modelOf = (outsider: Outsider, habit?: Habit): Speaker => {
  const speaker = follower(outsider.hands, knowledge, habit)
  return (conversation) => {
    const prompt = promptOf(conversation)
    return prompt.includes('# You are `') ? hosted(prompt, resultsOf(conversation)) : speaker(conversation)
  }
}

/** What tools printed to the agent outside, in the order of time. */
function toldIn(model: ModelServer): readonly string[] {
  const mine = model.asked.filter(
    ({ prompt }) => prompt?.includes('sigma ') === true && !prompt.includes('# You are `'),
  )
  return mine.at(-1)?.conversation.entries.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : [])) ?? []
}

function place(): string {
  const folder = join(agentsCache, 'stages')
  mkdirSync(folder, { recursive: true })
  return folder
}

const outsiders = [
  { outsider: claudeOutside, route: 'skill-orchestration', roles: { maker: 'claude' } },
  { outsider: claudeOutside, route: 'dynamic-skill-sequencing', roles: { make: 'claude' } },
  { outsider: codexOutside, route: 'dynamic-skill-sequencing', roles: {} },
]

// Played by `npm run verify`; CI has the one below, who skips steps.
test.for(inTier({ fast: [], long: [], verify: outsiders }))(
  '$outsider.name is led through $route by the directives alone',
  { timeout: 600_000 },
  async ({ outsider, route, roles }) => {
    proves('EXE-04', 'EXE-05', 'EXE-07', 'EXE-30', 'EXE-34', 'EXE-66', 'EXE-67', 'EXE-68')
    await using model = await modelServer(modelOf(outsider))
    using repository = makeRepository({ ...files, 'sigma.config.json': config(model, roles) }, undefined, place())
    const states = async () => statesSchema.parse(JSON.parse((await sigma(repository, 'states', '--json')).stdout))
    const first = await outsider.ask(repository, model, asked(route))
    const told = toldIn(model)
    expect(model.refused).toEqual([])
    if (route === 'skill-orchestration') {
      // The first agent of the skill has a question: that is the person's, and is said so.
      expect(first.said).toMatch(/^Exit code 3\n[\s\S]*An agent asks: by name or by mail\?\nhint: sigma inbox$/)
      const [session = { session_id: '' }] = await states()
      expect(session).toMatchObject({ status: 'in_progress', fsm: { state: 'TRIGGER_AGENTS' } })
      const decision = `skill-${session.session_id}/decision`
      const mute = await sigma(repository, 'decide', decision, 'answer')
      expect([mute.exit, mute.stderr]).toEqual([
        1,
        expect.stringContaining(`answer of ${decision} takes words of yours`),
      ])
      expect((await sigma(repository, 'inbox')).stdout).toContain('It goes on with your answer: --note "…".')
      const decided = await sigma(repository, 'decide', decision, 'answer', '--note', 'by mail')
      expect(decided.stderr).toContain('maker answers →AD: made (1 file changed)')
      const last = told.findLast((text) => directiveFields(text).command !== null) ?? ''
      const words = `The person has answered. Go on: \`${directiveFields(last).command}\``
      const ended = await outsider.ask(repository, model, words, { resume: first.session })
      expect(ended.said).toContain('skill-orchestration is completed')
    } else expect(first.said).toContain('dynamic-skill-sequencing is completed')
    expect(model.refused).toEqual([])
    const [state] = await states()
    expect(state).toMatchObject({ status: 'completed', completion_summary: 'All is built.' })
    // Whoever runs the step that starts agents knows before that nobody else does, and that it takes its time.
    const before = told.findIndex((text) => text.includes('Start no agent yourself'))
    expect(directiveFields(told[before] ?? '').command).toMatch(/^sigma step [35] /)
    expect(told.slice(0, before).join('\n')).not.toContain('is asked')
    const memories = readdirSync(join(repository.path, '.claude/memory'))
    const made = Object.values(roles).length === 0 ? 'By make in' : 'Made by a real one.'
    const [memory = ''] = memories.filter((name) => /-make(r)?-memory\.md$/.test(name))
    expect(readFileSync(join(repository.path, '.claude/memory', memory), 'utf8')).toContain(made)
  },
)

test('Claude Code that skips steps is refused, told what is due, and comes to the end all the same', {
  timeout: 600_000,
}, async () => {
  proves('EXE-51', 'EXE-64')
  const { shell } = claudeOutside.hands
  const skips: Habit = (told, done) => {
    const due = directiveFields(told).command
    if (due === null) return null
    if (done === 2) return shell(due.replace('step 1', 'step 5'))
    if (done === 3) return shell(due.replace('step 1', 'complete'))
    return null
  }
  await using model = await modelServer(modelOf(claudeOutside, skips))
  using repository = makeRepository({ ...files, 'sigma.config.json': config(model, {}) }, undefined, place())
  const ended = await claudeOutside.ask(repository, model, asked('dynamic-skill-sequencing'))
  expect(ended.said).toContain('dynamic-skill-sequencing is completed')
  const told = toldIn(model)
  const refused = told.filter((text) => text.startsWith('Exit code 2\n'))
  expect(refused).toEqual([
    expect.stringContaining('error: Step 5 (COMPLETE) cannot be run now: step 1 (ANALYZE_REQUIREMENTS) is due.'),
    expect.stringContaining('error: The protocol cannot be completed: step 1 (ANALYZE_REQUIREMENTS) is due.'),
  ])
  // The directive stands last, also where a shell shows both streams as one.
  for (const text of refused) expect(directiveFields(text).command).toMatch(/^sigma step 1 --state /)
  expect(JSON.parse((await sigma(repository, 'states', '--json')).stdout)).toMatchObject([
    { status: 'completed', fsm: { history: expect.not.arrayContaining([expect.stringMatching(/^HALTED/)]) } },
  ])
})

test('Claude Code that ends its turn early leaves a session that is seen to be open, and is gone on with where it stood', {
  timeout: 600_000,
}, async () => {
  proves('EXE-21')
  let isTired = true
  const ends: Habit = (_, done) => {
    if (!isTired || done < 5) return null
    isTired = false
    return { text: 'All is done.' }
  }
  await using model = await modelServer(modelOf(claudeOutside, ends))
  using repository = makeRepository({ ...files, 'sigma.config.json': config(model, {}) }, undefined, place())
  const early = await claudeOutside.ask(repository, model, asked('dynamic-skill-sequencing'))
  expect(early.said).toBe('All is done.')
  const [state = { session_id: '' }] = statesSchema.parse(
    JSON.parse((await sigma(repository, 'states', '--json')).stdout),
  )
  expect(state).toMatchObject({ status: 'in_progress', completed_at: null })
  const words = `It is not: go on with \`sigma step 0 --state ${state.session_id}\``
  const ended = await claudeOutside.ask(repository, model, words, { resume: early.session })
  expect(ended.said).toContain('dynamic-skill-sequencing is completed')
})
