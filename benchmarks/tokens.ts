/**
 * What real agents send their model over a whole run of one TDD cycle, and what of it a cache could keep. The model is a
 * script on loopback, so only the sizes of requests count: four bytes are taken for a token.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Lane, modelServer, type Reply } from '@sigma/model'
import { agentsCache } from '../scripts/install-agents.ts'
import { type Player, players } from '../test/agents/players.ts'
import { honestTurn, numbers } from '../test/kit/project.ts'
import { makeRepository, writeFiles } from '../test/kit/repository.ts'
import { resultOf, sigma } from '../test/kit/sigma.ts'
import type { Figure, Scale } from './measure.ts'
import { createCounter, type Sent } from './prefix.ts'

const folder = 'memory-bank/modules/numbers'
const cycle = { test: 'test/twice.test.js', source: 'src/twice.js' }

/** Words of each phase's prompt, and what its role reads besides design and plan. */
const phases: Readonly<Record<string, readonly [words: string, ...reads: readonly string[]]>> = {
  Phase0: ['Phase 0: lay out the interfaces', 'src/zero.js'],
  RED: ['RED: write failing tests', cycle.source, 'test/zero.test.js'],
  GREEN: ['GREEN: make the tests', cycle.test, cycle.source],
  REFACTOR_TESTS: ['REFACTOR: better tests', cycle.test, cycle.source],
  REFACTOR_IMPL: ['REFACTOR: better code', cycle.source, cycle.test],
  REVIEW_TESTS: ['cross review: judge QA', cycle.test, cycle.source],
  REVIEW_IMPL: ['cross review: judge the developer', cycle.source, cycle.test],
}

const turns = Object.entries(phases)
const documents = [`${folder}/design.md`, `${folder}/tdd_plan.md`]

/** Some pages, as a design has. */
const background = Array.from(
  { length: 60 },
  (_, at) => `${at + 1}. What is doubled is a number, and so is the result; nothing is rounded, and nothing is kept.`,
)

/** One cycle. */
const project = {
  ...numbers,
  [`${folder}/design.md`]: [
    '# numbers',
    ...background,
    ...['## Interface', '```js', 'export function twice(number)', '```', ''],
  ].join('\n'),
  [`${folder}/tdd_plan.md`]: `Batch₁:\n□ TDD₁: Doubling (twice) → ℜ→ℜᴳ→ℜᶠ [files: ${cycle.source}, ${cycle.test}]\n`,
}

/** Words of a prompt that goes on in the session of the turn before. */
const follows = 'YOUR SESSION GOES ON WITH A NEW TURN'

/** Reads, writes, tries, answers; in a session that goes on it need not read design and plan again. */
function lanesOf(player: Player): readonly Lane[] {
  const { look, shell, write, report } = player
  const lookAt = (path: string) => look(path) ?? shell(`cat ${path}`)
  const laneOf = ([phase, [words, ...reads]]: (typeof turns)[number], isNew: boolean): Lane => {
    const turn = honestTurn(phase, 1)
    const files = Object.entries(turn.write).filter(([path]) => path !== 'src/half.js')
    const [, code = '', message = ''] = /\[(\w+), (.*)\]/.exec(turn.answer) ?? []
    const replies: readonly Reply[] = [
      { text: 'I read first.', calls: [...(isNew ? documents : []), ...reads].map(lookAt) },
      ...(files.length === 0
        ? []
        : [{ calls: files.map(([path, text]) => write(path, text)) }, { calls: [shell('sh -c "$SIGMA_GATES"')] }]),
      { calls: [report({ code, message })] },
      { text: 'That was all.' },
    ]
    return { name: phase, when: isNew ? [words] : [words, follows], replies }
  }
  return [...turns.map((turn) => laneOf(turn, false)), ...turns.map((turn) => laneOf(turn, true))]
}

export async function* tokens(_folder: string, scale: Scale): AsyncGenerator<Figure> {
  for (const [at, [name, most]] of Object.entries(goals).entries())
    for (const session of scale({ whole: sessions, short: sessions.slice(at, at + 1) })) {
      const sent = await played(name, session)
      yield {
        name: `${name}, a session a ${session}: KB that a cycle sends its model and no cache keeps`,
        value: kilobytes(sent.bytes - sent.kept),
        goal: { kind: 'at most', value: most[session] },
        detail: textOf(sent),
      }
    }
}

/** In the short form each player has the one that no other has. */
const sessions: readonly ('turn' | 'cycle')[] = ['turn', 'cycle']

/** By the names of the players. */
const goals = {
  'Claude Code': { turn: 130, cycle: 115 },
  'Codex over ACP': { turn: 130, cycle: 115 },
} as const

async function played(name: string, session: 'turn' | 'cycle'): Promise<Sent> {
  const player = players.find((one) => one.name === name)
  if (player === undefined) throw new Error(`there is no ${name}`)
  const counter = createCounter()
  await using model = await modelServer({ lanes: lanesOf(player) }, { onBody: counter.add })
  const stages = join(agentsCache, 'stages')
  mkdirSync(stages, { recursive: true })
  using repository = makeRepository(project, undefined, stages)
  const agents = { real: { ...player.config(model), session } }
  const settings = { agents, roles: { qa: 'real', dev: 'real' }, sandbox: 'required' }
  writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(settings) })
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { outcome } = resultOf(ended)
  if (outcome !== 'completed' || model.refused.length > 0)
    throw new Error(`${name}: ${outcome} ${model.refused.join(' ')} ${ended.stderr.slice(-2_000)}`)
  return counter.sent()
}

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10

function textOf({ requests, bytes, kept, first, tools, side }: Sent): string {
  const inTokens = (some: number): string => `${Math.round(some / 4_000)}k tokens`
  return [
    `${requests} requests, ${kilobytes(bytes)} KB (about ${inTokens(bytes)}), of which a cache keeps ${kilobytes(kept)} KB (${Math.round((100 * kept) / bytes)} %)`,
    `the first has ${kilobytes(first)} KB, ${kilobytes(tools)} KB of them tools`,
    ...(side === 0 ? [] : [`${kilobytes(side)} KB on the side`]),
  ].join('; ')
}
