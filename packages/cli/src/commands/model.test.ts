import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'

test('an example is printed, played, and ends when its user ends it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sigma-model-'))
  const stop = new AbortController()
  const world = commandWorld({ root, cache: root }, { signal: stop.signal })
  const example = await world.run('model', '--example')
  writeFileSync(join(root, 'script.json'), example.stdout)
  const playing = world.run('model', 'script.json')
  await expect.poll(() => world.printed()).toContain('ANTHROPIC_BASE_URL=')
  expect(world.printed()).toContain('no language model is behind it')
  const url = /ANTHROPIC_BASE_URL=(\S+)/.exec(world.printed())?.[1] ?? ''
  const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello?' }] })
  const answer = await (await fetch(`${url}/v1/messages`, { method: 'POST', body })).json()
  expect(answer).toMatchObject({ content: [{ text: 'My script has nothing for that.' }] })
  stop.abort()
  const { exit, stderr } = await playing
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: 'anthropic-messages: reply everything else, reply 1\n' })
  await expect(fetch(url)).rejects.toThrow()
  const brief = await world.run('model', 'script.json', '--for', '1ms', '--json')
  expect(brief.result).toMatchObject({ scripted: true, env: { ANTHROPIC_API_KEY: 'dummy' } })
  rmSync(root, { recursive: true, force: true })
})

test('without a script, or with a wrong one, it says so', async () => {
  const world = commandWorld({ root: '/nonexistent', cache: '/nonexistent' })
  expect(await world.run('model')).toMatchObject({ exit: 64, stderr: expect.stringContaining('sigma model --example') })
  expect(await world.run('model', 'x.json')).toMatchObject({ exit: 1, stderr: expect.stringContaining('x.json') })
  expect(await world.run('model', 'x.json', '--for', '2d')).toMatchObject({ exit: 64 })
})
