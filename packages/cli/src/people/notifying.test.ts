import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision, Note } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { createProcesses } from '@sigma/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decision } from '../testing/overviews.ts'
import { type Channel, channelsOf, type Notice } from './notify-channels.ts'
import { notifying } from './notifying.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-notify-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A host whose decisions are these; time stands at `at`. */
function hosted(channels: readonly Channel[], earlier: readonly Note[] = []) {
  const host = { decisions: [] as Decision[], at: 0 }
  const notes: { type: string; data: Record<string, unknown> }[] = []
  let committed: (run: string) => void = () => undefined
  const told = notifying({
    reader: { inbox: () => host.decisions, notes: () => earlier },
    note: (_run, { type, data }) => {
      notes.push({ type, data })
      // As a host does, which commits a note as well.
      committed('auth-1')
    },
    onCommitted: (listener) => {
      committed = listener
      return () => undefined
    },
    channels,
    root: '/home/ann/shop',
    now: () => host.at,
  })
  const ask = (...ids: readonly string[]): void => {
    host.decisions = ids.map((id) => ({ ...decision(), id }))
    committed('auth-1')
  }
  return { host, notes, told, ask, commit: () => committed('auth-1') }
}

const keeping = (): { readonly channel: Channel; readonly heard: Notice[] } => {
  const heard: Notice[] = []
  const tell = async (notice: Notice): Promise<null> => {
    heard.push(notice)
    return null
  }
  return { heard, channel: { name: 'program', tell } }
}

test('each decision is told once, however often it is seen, and by whichever host', async () => {
  const { channel, heard } = keeping()
  const earlier: Note = { number: 1, sequence: 1, at: '', type: 'notified', data: { id: 'auth-1/old' } }
  const { ask, commit, told, notes } = hosted([channel], [earlier])
  ask('auth-1/old', 'auth-1/one')
  commit()
  ask('auth-1/one', 'auth-1/two')
  await told()
  expect(heard.map(({ id }) => id)).toEqual(['auth-1/one', 'auth-1/two'])
  expect(heard[0]).toMatchObject({ project: 'shop', answer: 'sigma decide auth-1/one <option>' })
  expect(notes.map(({ type }) => type)).toEqual(['notified', 'notified'])
})

test('that a turn takes long is told once, and not by a host that follows, nor long after', async () => {
  const { channel, heard } = keeping()
  const reminder = (number: number, at: string): Note => ({
    ...{ number, sequence: 1, at, type: 'reminder' },
    data: {
      message: 'qa has taken 30 min in RED; it is ended in 5 min, and then you are asked',
      attempt: `a@${number}`,
    },
  })
  const notified: Note = { number: 9, sequence: 1, at: '', type: 'notified', data: { id: 'auth-1/reminder-1' } }
  const now = '2026-11-21T10:00:00.000Z'
  const earlier = [reminder(1, now), reminder(2, now), reminder(3, '2026-11-20T10:00:00.000Z'), notified]
  const { host, commit, told } = hosted([channel], earlier)
  host.at = Date.parse(now) + 1_000
  commit()
  commit()
  await told()
  expect(heard).toEqual([
    {
      ...{ kind: 'reminder', project: 'shop', id: 'auth-1/reminder-2', run: 'auth-1' },
      message: 'qa has taken 30 min in RED; it is ended in 5 min, and then you are asked',
      answer: 'sigma watch auth-1',
    },
  ])
})

test('no more than 30 an hour are told, and what failed is noted', async () => {
  proves('T34')
  const { ask, host, told, notes } = hosted([{ name: 'mail', tell: async () => 'no mailer is there.' }])
  ask(...Array.from({ length: 31 }, (_, at) => `auth-1/${at}`))
  host.at = 3_600_001
  ask('auth-1/later')
  await told()
  const of = (type: string) => notes.filter((each) => each.type === type)
  expect(of('notified')).toHaveLength(31)
  expect(of('not-notified').map(({ data }) => data['message'])).toEqual([
    'Nobody was told: no more than 30 notices are sent an hour.',
    ...Array.from({ length: 31 }, () => 'Nobody was told by mail: no mailer is there.'),
  ])
})

test('what an earlier host told in this hour counts', async () => {
  proves('T34')
  const { channel, heard } = keeping()
  const at = '2026-11-21T10:00:00.000Z'
  const earlier = Array.from(
    { length: 29 },
    (_, number): Note => ({ number: number + 1, sequence: 1, at, type: 'notified', data: { id: `auth-1/${number}` } }),
  )
  const { ask, host, told, notes } = hosted([channel], earlier)
  host.at = Date.parse(at) + 60_000
  ask('auth-1/one', 'auth-1/two')
  await told()
  expect(heard.map(({ id }) => id)).toEqual(['auth-1/one'])
  expect(notes.map(({ type }) => type)).toEqual(['notified', 'not-notified'])
})

const notice: Notice = {
  kind: 'decision',
  project: 'shop\nBcc: eve@example.org',
  id: 'auth-1/C1.decision',
  run: 'auth-1',
  question: 'The agent says: "<b>approve</b>\nBcc: eve@example.org"',
  options: [{ name: 'abort', consequence: 'The run ends here.' }],
  answering: {
    who: 'any person',
    until: '2026-12-01T00:00:00.000Z',
    otherwise: { option: 'abort', consequence: 'The run ends here.' },
  },
  answer: 'sigma decide auth-1/C1.decision <option>',
}
const nothing = { webhook: null, program: null, mail: null, desktop: false }

/** Programs of these names keep what they are given. */
function programs(...names: readonly string[]) {
  for (const name of names)
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nfor a in "$@"; do echo "$a"; done > ${folder}/${name}.args\ncat > ${folder}/${name}.in\n`,
      {
        mode: 0o755,
      },
    )
  const env = { PATH: `${folder}:${process.env['PATH']}`, SECRET: 'x' }
  return { processes: createProcesses(), env, cwd: folder, platform: 'linux' as const }
}

test('a program, a mailer and a desktop are started without a shell, and no word of an agent stands in a header', async () => {
  const means = programs('tell', 'sendmail', 'notify-send')
  const channels = channelsOf({ ...nothing, program: ['tell', '$(id)'], mail: 'ann@example.org', desktop: true }, means)
  expect(await Promise.all(channels.map(({ tell }) => tell(notice)))).toEqual([null, null, null])
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  expect(JSON.parse(read('tell.in'))).toEqual(notice)
  expect(read('tell.args')).toBe('$(id)\n')
  const [head = ''] = read('sendmail.in').split('\n\n')
  expect(read('sendmail.in')).toContain(
    'who answers: any person\nuntil: 2026-12-01 00:00 UTC; then the safe default "abort" is taken\n',
  )
  expect(head).toBe(
    'To: ann@example.org\nSubject: Sigma: a decision waits in shop_Bcc_ eve_example.org\nContent-Type: text/plain; charset=utf-8',
  )
  expect(read('notify-send.args')).toContain('&lt;b&gt;approve&lt;/b&gt;')
})

test('who cannot be told is told of in a sentence', async () => {
  const means = programs()
  const [missing, failing] = ['no-such-program', 'false'].flatMap((word) =>
    channelsOf({ ...nothing, program: [word] }, means),
  )
  expect(await missing?.tell(notice)).toContain('no-such-program')
  expect(await failing?.tell(notice)).toBe('false: it ended with exit code 1.')
})

test('an address gets it as JSON, is led nowhere else, and what it answers is told', async () => {
  const heard: string[] = []
  const server = createServer((incoming, response) => {
    incoming.setEncoding('utf8').on('data', (part) => heard.push(String(part)))
    incoming.on('end', () => {
      const status = incoming.url === '/ok' ? 204 : incoming.url === '/moved' ? 302 : 500
      response.writeHead(status, status === 302 ? { location: '/ok' } : {}).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const tell = async (path: string) =>
    await channelsOf({ ...nothing, webhook: `http://127.0.0.1:${port}${path}` }, programs())[0]?.tell(notice)
  expect(await tell('/ok')).toBe(null)
  expect(JSON.parse(heard[0] ?? '')).toEqual(notice)
  expect(await tell('/broken')).toBe('it answered 500.')
  expect(await tell('/moved')).toMatch('it could not be reached')
  await new Promise((resolve) => server.close(resolve))
  expect(await tell('/ok')).toMatch('it could not be reached')
})
