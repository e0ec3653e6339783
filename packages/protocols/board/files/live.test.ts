import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectionOf, projectLive } from '@sigma/engine/projecting'
import { readerOfRuns } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { discussion, say } from '../testing/discussion.ts'
import { boardProtocol } from '../testing/story.ts'
import { archiveOf } from './archive.ts'

const agents = z.array(z.object({ name: z.string() }))

test('while a host lives an agent that ended is gone within a second, and files follow without a wait for each post', async () => {
  proves('ROOM-33')
  const root = mkdtempSync(join(tmpdir(), 'board-'))
  const { story, task, owner, designer, developer, phase } = discussion()
  const listeners: ((run: string) => void)[] = []
  const protocols = [{ ...boardProtocol, files: () => Promise.resolve(archiveOf) }]
  const warnings: string[] = []
  try {
    projectLive({
      ...{ root, top: root, folder: join(root, '.sigma'), protocols, tracked: false, memoryBank: 'bank' },
      projection: await projectionOf(protocols),
      warn: (sentence) => warnings.push(sentence),
      host: {
        reader: {
          ...readerOfRuns(boardProtocol, [{ events: story.events.slice() }]),
          events: (_, since = 0) => story.events.slice(since),
        },
        onCommitted: (listener) => {
          listeners.push(listener)
          return () => undefined
        },
        onClosing: () => undefined,
        note: () => undefined,
      },
    })
    const commit = (): void => {
      for (const listener of listeners) listener('board-1')
    }
    const active = (): readonly string[] =>
      agents.parse(JSON.parse(readFileSync(join(root, '.plasmodium/agents.json'), 'utf8'))).map(({ name }) => name)
    const messages = join(root, '.plasmodium/tasks', task, 'phases', phase, 'messages.jsonl')
    commit()
    const isWritten = (): boolean => {
      try {
        return active().length === 3
      } catch {
        return false
      }
    }
    await expect.poll(isWritten, { timeout: 5_000 }).toBe(true)
    story.answer(designer, 'LV')
    commit()
    await expect.poll(active, { timeout: 1_000, interval: 20 }).toEqual([owner, developer])
    say(story, developer, 'a')
    commit()
    await expect.poll(() => readFileSync(messages, 'utf8').split('\n').length, { timeout: 1_000 }).toBe(2)
    story.reply(owner, 'end-phase')
    commit()
    await expect.poll(active, { timeout: 1_000, interval: 20 }).toEqual([owner])
    story.reply('ann', 'kill', { task })
    commit()
    await expect.poll(active, { timeout: 1_000, interval: 20 }).toEqual([])
    expect(warnings).toEqual([])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
