/** A person puts a plan of their own in the place of the one that an agent wrote, and the run builds it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultOf, sigma } from './kit/sigma.ts'
import { design, designPath, onBranch, plan, planPath, read, wishing } from './kit/wishes.ts'

test('a plan from a file is looked at like any other; what passes is theirs, and is built', {
  timeout: 300_000,
}, async () => {
  const leaves = { when: { phase: 'CRITIQUE' }, answer: '→[EN, decide yourself]' }
  using repository = wishing([leaves], { [designPath]: design })
  const waiting = await sigma(repository, 'run', 'text')
  expect([waiting.exit, waiting.stderr]).toEqual([3, expect.stringContaining('the critic leaves it to you')])
  const decide = (text: string): ReturnType<typeof sigma> => {
    writeFileSync(join(repository.path, '../own.md'), text)
    return sigma(repository, 'decide', resultOf(waiting).run, 'edit', '--text-file', '../own.md')
  }
  const broken = await decide(plan.replace('(shorten)', '(lengthen)'))
  expect(broken.exit, broken.stdout + broken.stderr).toBe(3)
  expect(broken.stderr).toContain('lengthen')
  const own = plan.replace('Shortening', 'Cutting texts')
  const ended = await decide(own)
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(read(repository, planPath)).toBe(own)
  expect(onBranch(repository, resultOf(ended).delivered?.branch ?? '', 'src/text.js')).toContain(
    'text.slice(0, length)',
  )
})
