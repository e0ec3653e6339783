import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type Files, type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { slugTest, textModule } from '../testing/text-module.ts'

/** QA is a person, and an agent develops. */
const withPerson: Files = {
  ...textModule,
  'sigma.config.json': JSON.stringify({
    agents: { me: { kind: 'person' }, actor: { kind: 'scripted', script: 'script.json' } },
    roles: { qa: 'me', dev: 'actor' },
  }),
}

const write = (folder: string, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

async function waiting(project: TemporaryProject) {
  const world = commandWorld(project)
  const begun = await world.run('tdd', 'text')
  const inbox = await world.run('inbox')
  return { world, begun, inbox, folder: /work in: (.+)/.exec(inbox.stdout)?.[1] ?? '' }
}

test('a run waits for a person without a terminal, says where and how, and goes on with the answer', async () => {
  using project = await temporaryProject(withPerson)
  const { world, begun, inbox, folder } = await waiting(project)
  expect([begun.exit, begun.result['outcome']]).toEqual([3, 'waiting'])
  expect(existsSync(folder)).toBe(true)
  const status = await world.run('status')
  const read = await world.run('answer')
  write(folder, { 'test/slug.test.js': slugTest })
  const answered = await world.run('answer', 'C1.red', 'RC', 'one', 'test')
  expect(readFileSync(join(folder, 'test/slug.test.js'), 'utf8')).toBe(slugTest)
})
