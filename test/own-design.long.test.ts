/** A person puts a design of their own in the place of a draft: from a file, or in their editor. */
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Ended, resultOf, sigma } from './kit/sigma.ts'
import { onTerminal } from './kit/terminal.ts'
import { design, designPath, read, wishing } from './kit/wishes.ts'

const wish = 'Cut long texts, and say so with an ellipsis.'
const ok = (ended: Ended): Ended => {
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  return ended
}
const broken = design.replace('## Interface', '## Elsewhere')
const mine = design.replace('Every other text', 'Every shorter text')

test('a person writes the design themselves: what is broken is told with its line, and asked again; what passes is theirs', {
  timeout: 300_000,
}, async () => {
  proves('DPTR-05')
  using repository = wishing([], { 'mine.md': mine, 'broken.md': broken })
  const waiting = await sigma(repository, 'run', wish)
  expect(waiting.stderr).toContain('edit')
  const decide = async (...args: readonly string[]): Promise<Ended> => {
    const [decision] = JSON.parse((await sigma(repository, 'inbox', '--json')).stdout).decisions
    return await sigma(repository, 'decide', decision.id, 'edit', ...args)
  }
  expect(await decide()).toMatchObject({ exit: 1, stderr: expect.stringContaining('edit --text-file <file>') })
  expect((await decide('--text-file', 'none.md')).stderr).toContain('there is no such file')
  const again = await decide('--text-file', 'broken.md')
  expect([again.exit, again.stderr]).toEqual([3, expect.stringMatching(/design\.md:\d+: /)])
  const ended = ok(await decide('--text-file', 'mine.md'))
  expect(read(repository, designPath)).toBe(mine)
  expect((await sigma(repository, 'status', 'text')).stdout).toMatch(/design +accepted by (?!the critic)/)
  expect(resultOf(ended).outcome).toBe('completed')
})

test('at a terminal the draft is opened in the person’s editor, as they left it where it did not pass', {
  timeout: 300_000,
}, async () => {
  needs('script')
  const script =
    '#!/bin/sh\ngrep -q Elsewhere "$1" && sed -i s/Elsewhere/Interface/ "$1" || sed -i "s/Interface/Elsewhere/; s/Every other/Every shorter/" "$1"\n'
  using repository = wishing([], { '../editor': script })
  const waiting = await sigma(repository, 'run', wish)
  const { run } = resultOf(waiting)
  const [{ id }] = JSON.parse((await sigma(repository, 'inbox', '--json')).stdout).decisions
  const editor = { VISUAL: 'sh ../editor' }
  using first = onTerminal(repository, ['decide', id, 'edit'], editor)
  expect(await first.ended).toBe(3)
  expect(first.written()).toMatch(/Your text was not taken, and is kept/)
  using second = onTerminal(repository, ['decide', id, 'edit', '--no-run'], editor)
  expect(await second.ended).not.toBe(1)
  ok(await sigma(repository, 'resume', run))
  expect(read(repository, designPath)).toBe(mine)
})
