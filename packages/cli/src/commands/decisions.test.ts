import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

const blocked = { when: { phase: 'GREEN' }, answer: '→[BL, which separator?]' }

describe('one run that waits', () => {
  let project: TemporaryProject
  let run = ''

  beforeAll(async () => {
    project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
    run = String((await commandWorld(project).run('tdd', 'text')).result['run'])
  })

  afterAll(() => project[Symbol.dispose]())

  test.for([
    [['nobody', 'abort'], 1, 'No decision "nobody" is known'],
    [['text', 'abrt'], 1, '"abrt" is no option of this decision (fix, extend, skip, abort); did you mean "abort"?'],
    [['text', 'fix'], 1, 'Nothing was changed in the workspace'],
  ] as const)('a decision that cannot be taken says why: %j', async ([args, exit, sentence]) => {
    const world = commandWorld(project)
    const played = await world.run('decide', ...args)
    expect([played.exit, played.stderr]).toEqual([exit, expect.stringContaining(sentence)])
    expect(await world.run('inbox')).toMatchObject({ stdout: expect.stringContaining('C1.green.dev.decision') })
  })

  test('an abort ends the run with 2, and nothing is delivered', async () => {
    const world = commandWorld(project)
    const aborted = await world.run('decide', run, 'abort', '--json')
    expect(aborted.stderr).not.toContain('decides: abort')
    expect([aborted.exit, aborted.result['outcome'], aborted.result['delivered']]).toEqual([2, 'aborted', null])
    const again = await world.run('resume')
    expect([again.exit, again.result]).toEqual([2, aborted.result])
    expect(again.stderr).toContain('has ended; nothing is left to do.')
  })
})
