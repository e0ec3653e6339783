/** Real agents that a person runs have the project's memory as their memory server: what one remembers, the next recalls. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { modelServer, type Speaker } from '@sigma/model'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agentsCache } from '../../scripts/install-agents.ts'
import { makeRepository } from '../kit/repository.ts'
import { sigma } from '../kit/sigma.ts'
import { promptOf, resultsOf } from './following.ts'
import { claudeOutside, codexOutside, type Outsider } from './outside.ts'

const fact = 'It is deployed on Thursdays alone.'

/** Remembers what it is told, and answers questions with what it recalls, by the tools of the public memory server. */
const modelOf = ({ remembers, hands }: Outsider): Speaker => {
  const entities = [{ name: 'deployment', entityType: 'practice', observations: [fact] }]
  return (conversation) => {
    const last = resultsOf(conversation).at(-1)
    // Some programs do not wait for their servers before they ask.
    if (last?.startsWith('unsupported call')) return hands.shell('sleep 3')
    if (last?.includes('deploy')) return { text: last }
    return promptOf(conversation).includes('Remember')
      ? remembers('create_entities', { entities })
      : remembers('search_nodes', { query: 'DEPLOY' })
  }
}

function place(): string {
  const folder = join(agentsCache, 'stages')
  mkdirSync(folder, { recursive: true })
  return folder
}

const pairs = [
  { first: claudeOutside, second: codexOutside },
  { first: codexOutside, second: claudeOutside },
]

test.for(pairs)(
  '$first.name remembers, and $second.name recalls it in another session',
  { timeout: 600_000 },
  async ({ first, second }) => {
    using repository = makeRepository({ 'package.json': '{}' }, undefined, place())
    {
      await using model = await modelServer(modelOf(first))
      const told = await first.ask(repository, model, `Remember of the deployment: ${fact}`, { memory: true })
      expect(model.refused, told.said).toEqual([])
    }
    const { stdout, stderr } = await sigma(repository, 'memory', 'show', 'deployment', '--json')
    const shown = z.object({ by: z.string(), observations: z.array(z.object({ text: z.string() })) })
    const { by, observations } = shown.parse(JSON.parse(stdout === '' ? stderr : stdout))
    expect(observations).toEqual([{ text: fact }])
    expect(by).toMatch(/^mcp:.*(claude|codex)/)
    await using model = await modelServer(modelOf(second))
    const { said } = await second.ask(repository, model, 'When is it deployed?', { memory: true })
    expect(model.refused).toEqual([])
    expect(said).toContain(fact)
  },
)
