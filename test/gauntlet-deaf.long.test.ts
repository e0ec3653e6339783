import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Cheat, cheats, runGauntlet } from '@sigma/gauntlet'
import { proves } from '@sigma/protocol/testing'
import { createProcesses } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { deafTo, projectOf } from './kit/gauntlet.ts'
import { git } from './kit/repository.ts'

const launcher = fileURLToPath(new URL('../packages/cli/bin/sigma.js', import.meta.url))

function cheat(id: string): Cheat {
  const found = cheats.find((each) => each.id === id)
  if (found === undefined) throw new Error(`There is no ${id}.`)
  return found
}

const few = ['nothing-written', 'already-passing', 'no-test', 'deletes-old-test', 'changes-signature']
const tried = few.map(cheat)

test.for(tried)(
  'with its rule taken away, $id is not caught: the matrix can fail',
  { timeout: 180_000 },
  async (one) => {
    proves('SIG-51')
    using project = projectOf('node:test')
    const folder = join(project.home, 'gauntlet')
    mkdirSync(folder)
    const [outcome] = await runGauntlet({
      theirs: {
        top: project.path,
        head: git(project, 'rev-parse', 'HEAD'),
        folder: '',
        configuration: { sandbox: 'off' },
        runner: 'node:test',
        tests: ['test/**'],
        source: ['src/**'],
        guarded: ['package.json'],
        memoryBank: 'memory-bank',
        exchanges: 3,
      },
      machine: {
        processes: createProcesses(),
        program: [process.execPath, '--import', deafTo(one.rules, project.home), launcher],
        environment: project.env,
        confined: false,
        signal: AbortSignal.timeout(170_000),
      },
      cheats: [one],
      skip: () => null,
      folder,
      atOnce: 1,
      now: Date.now,
      onHonest: () => undefined,
      onOutcome: () => undefined,
    })
    expect(outcome).toMatchObject({ id: one.id, caught: false, skipped: null })
    expect(outcome?.saw).not.toBe(null)
  },
)
