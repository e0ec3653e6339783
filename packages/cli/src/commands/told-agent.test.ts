/** What an agent is told in a run is what `sigma prompt` shows of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

/** Speaks as Claude Code does, keeps what it is told, and breaks. */
const listening = `import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { type, request_id } = JSON.parse(line)
  if (type === 'control_request') console.log(JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id } }))
  if (type !== 'user') continue
  writeFileSync(process.env.TOLD, line)
  process.exit(3)
}
`

const messageSchema = z.object({
  message: z.object({ content: z.union([z.string(), z.array(z.object({ text: z.string() }))]) }),
})

function textOf(line: string): string {
  const { content } = messageSchema.parse(JSON.parse(line)).message
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

test('an agent is told by the template of its protocol, with the words that sigma prompt shows of the turn', async () => {
  using project = await temporaryProject({ ...textModule, 'listening.mjs': listening })
  const told = join(project.root, '..', 'told.json')
  const mine = { kind: 'claude', command: ['node', './listening.mjs'], env: { TOLD: told, ANTHROPIC_API_KEY: 'k' } }
  const config = { agents: { mine }, roles: { qa: 'mine', dev: 'mine' }, sandbox: 'off' }
  project.write({ 'sigma.config.json': JSON.stringify(config) })
  const world = commandWorld(project)
  const run = String((await world.run('tdd', 'text')).result['run'])
  const shown = await world.run('prompt', 'dev', 'Phase0', '--module', 'text')
  expect(shown.stderr).toContain(`dev-phase0, version 1, built in; as it was told in ${run}, phase0`)
  expect(textOf(readFileSync(told, 'utf8')).trimEnd()).toContain(shown.stdout.trimEnd())
})
