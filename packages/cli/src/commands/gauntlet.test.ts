import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

test('an agent or rule that is not known is answered by the nearest, where one is like it', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  expect(await world.run('gauntlet', '--only', 'reads-secrt')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/called "reads-secrt"; did you mean "reads-secret"\?\nhint: .*--only reads-secret\n/),
  })
  expect(await world.run('gauntlet', '--list', '--only', 'x'.repeat(40))).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/called "x+"\.\nhint: sigma gauntlet --list\n/),
  })
})
