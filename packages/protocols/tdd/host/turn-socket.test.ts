import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { handler, holderOf, type Operation, turnAddressOf } from '@sigma/engine'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../../../engine/src/session/connection.ts'
import * as operations from '../../../engine/src/session/operations.ts'
import { runOf, terminals } from '../testing/terminals.ts'

const echo: Operation<string, string> = { name: 'echo', asked: z.string(), answer: z.string() }

/** Everything that may be asked of a host, as whoever knows the protocol would ask it. */
const asked: Readonly<Record<string, unknown>> = {
  keep: { content: '' },
  begin: { protocol: 'tdd', input: runOf('other'), run: 'other-1' },
  playing: { protocol: 'tdd', subject: 'auth' },
  resume: { run: 'auth-1' },
  settled: { run: 'auth-1' },
  decide: { id: 'auth-1/x', option: 'abort', input: null, by: 'ann', key: 'k' },
  call: { run: 'auth-1', call: { verb: 'x', arguments: {}, caller: 'ann', key: 'k' } },
  stop: { run: null, by: 'ann' },
  watch: { run: 'auth-1' },
  'make-way': {},
}

test('the socket of turns answers what turns may ask, and refuses by name all that commands ask of a host', async () => {
  using project = terminals({ forTurns: [handler(echo, (text) => text)] })
  const host = await project.open('host')
  const address = turnAddressOf(holderOf(project.folder)?.socket ?? '') ?? ''
  const named = Object.values(operations).flatMap((each) => ('name' in each ? [each] : []))
  expect(new Set(named.map(({ name }) => name))).toEqual(new Set(Object.keys(asked)))
  const agent = await connect({ address, command: 'an agent', show: () => undefined }, new AbortController().signal)
  for (const { name } of [...named, { name: 'drain' }, { name: 'follow' }]) {
    const operation: Operation<unknown, unknown> = { name, asked: z.unknown(), answer: z.unknown() }
    await expect(agent.perform(operation, asked[name] ?? {}), name).rejects.toMatchObject({
      code: 'session-malformed',
      message: expect.stringContaining(`there is no operation ${name} here`),
    })
  }
  expect(await agent.perform(echo, 'still there')).toBe('still there')
  expect(host.session.reader.runs()).toEqual([])
  await host[Symbol.asyncDispose]()
  expect(agent.isLost()).toBe(true)
  expect(existsSync(dirname(address))).toBe(false)
})

test('it lies in a folder of its own, that nobody else can enter and that leads to no other socket', async () => {
  using project = terminals({ forTurns: [handler(echo, (text) => text)] })
  await using _host = await project.open('host')
  const socket = holderOf(project.folder)?.socket ?? ''
  const folder = dirname(turnAddressOf(socket) ?? '')
  expect(folder).not.toBe(dirname(socket))
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
  const guest = { address: socket, command: 'a guest', show: () => undefined }
  const other = await connect(guest, new AbortController().signal)
  await expect(other.perform(echo, 'x')).rejects.toMatchObject({ code: 'session-malformed' })
  other.close()
})
