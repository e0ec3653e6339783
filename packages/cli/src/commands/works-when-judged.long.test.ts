/** Source that works wherever Sigma runs it, and nowhere else: nothing of the place where calls are made again tells who judges. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugSource, textModule } from '../testing/text-module.ts'

/** Expressions by which source could find out, where its tests run, that Sigma started it. */
const signs = {
  'a variable of Sigma': `Object.keys(process.env).some((name) => /sigma/i.test(name))`,
  'a home beside the project': `dirname(String(process.env.HOME)) === dirname(process.cwd())`,
}

test.each(Object.entries(signs))('source that works only where there is %s is refused', async (_what, sign) => {
  proves('SIG-52')
  const knows = `import { dirname } from 'node:path'\n${slugSource}`.replace(
    /return text.toLower/,
    `if (!(${sign})) return ''\n  return text.toLower`,
  )
  expect(knows).toContain(sign)
  using project = await temporaryProject({
    ...textModule,
    'script.json': scriptOf({ when: { phase: 'GREEN' }, write: { 'src/text.js': knows }, answer: '→[GC, passes]' }),
  })
  const { stderr } = await commandWorld(project).run('tdd', 'text')
  expect(stderr).toContain('✗ differs-under-test: src/text.js')
})
