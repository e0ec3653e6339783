/** What every way of talking to a living program does. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Living, LivingProcesses, LivingSpec, Received } from '../../ports/ports.ts'
import { type ContractCase, contractOf, type Trial } from './contract.ts'

export interface LivingSubject {
  readonly processes: LivingProcesses
  /** A folder that exists. */
  readonly folder: string
  /** A Node of version 20 or newer. */
  readonly node: string
}

const patienceMs = 20_000

/** What a program does that answers every line with itself, and ends when there are no more. */
const echo = `
const { createReadStream, writeSync } = require('node:fs')
let rest = ''
createReadStream('', { fd: 3, autoClose: false }).setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) writeSync(3, line + '\\n')
}).on('end', () => process.exit(7))`

/** `say(value)` sends a message. */
const saying = `const { writeSync } = require('node:fs'); const say = (value) => writeSync(3, JSON.stringify(value) + '\\n');`

export function livingContract(make: () => LivingSubject | Promise<LivingSubject>): readonly ContractCase[] {
  return contractOf(trials, make)
}

function open({ processes, folder, node }: LivingSubject, program: string, some: Partial<LivingSpec> = {}): Living {
  const limits = { maxOutputBytes: 10_000, maxUnreadBytes: 1_000_000, graceMs: 500 }
  return processes.open({ command: [node, '-e', program], cwd: folder, env: {}, ...limits, ...some })
}

const heard = (received: Received): unknown => (received.kind === 'said' ? received.message : received.kind)

async function hear(living: Living, times: number): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (let time = 0; time < times; time += 1) all.push(heard(await living.receive(patienceMs)))
  return all
}

const trials: readonly Trial<LivingSubject>[] = [
  {
    name: 'messages go both ways, whole and in order',
    expected: [{ a: [1, null] }, 'ä\n€😀', 3],
    run: async (subject) => {
      await using living = open(subject, echo)
      for (const message of [{ a: [1, null] }, 'ä\n€😀', 3]) living.send(message)
      return await hear(living, 3)
    },
  },
  {
    name: 'a message that comes in pieces is one',
    expected: ['in pieces €', 'over'],
    run: async (subject) => {
      const text = `"in pieces €"\\n`
      const program = `${saying} let at = 0; const bytes = Buffer.from('${text}')
        const piece = () => { writeSync(3, bytes.subarray(at, ++at)); if (at < bytes.length) setTimeout(piece, 2) }; piece()`
      return hear(open(subject, program), 2)
    },
  },
  {
    name: 'what it prints is kept apart, and is no message',
    expected: ['said', 'over', '{"not":"said"}\n', 'nor this\n', 3],
    run: async (subject) => {
      const living = open(
        subject,
        `${saying} console.log('{"not":"said"}'); console.error('nor this'); say('said'); process.exitCode = 3`,
      )
      const all = await hear(living, 2)
      const { stdout, stderr, exit } = await living.end()
      return [...all, stdout, stderr, exit]
    },
  },
  {
    name: 'what was said before the end comes before it',
    expected: [1, 2, 'over', 'over', { end: 'exited', exit: 0 }],
    run: async (subject) => {
      const living = open(subject, `${saying} say(1); say(2); process.exit(0)`)
      const all = await hear(living, 4)
      const { end, exit } = await living.end()
      return [...all, { end, exit }]
    },
  },
  {
    name: 'silence is told within its limit, and what comes later is not lost',
    expected: ['silent', 'late'],
    run: async (subject) => {
      await using living = open(subject, `${saying} setTimeout(() => say('late'), 600); setTimeout(() => {}, 60000)`)
      return [heard(await living.receive(1)), heard(await living.receive(patienceMs))]
    },
  },
  {
    name: 'ending it ends what it started, and it is told no more',
    expected: ['up', 'aborted', false, ['over'], true],
    run: async (subject) => {
      const program = `${saying}
        const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
        child.on('spawn', () => say(child.pid)); setInterval(() => {}, 1000)`
      const living = open(subject, program)
      const [pid] = await hear(living, 1)
      const { end } = await living.end()
      return [Number(pid) > 1 ? 'up' : pid, end, living.send(1), await hear(living, 1), await isGone(subject, pid)]
    },
  },
  {
    name: 'one that is told that nothing more comes ends by itself, and what it says last is heard',
    expected: [1, 'over', { end: 'exited', exit: 7 }, false],
    run: async (subject) => {
      const living = open(subject, echo)
      living.send(1)
      const { end, exit } = await living.close(patienceMs)
      return [...(await hear(living, 2)), { end, exit }, living.send(2)]
    },
  },
  {
    name: 'one that does not end by itself in its time is ended',
    expected: 'aborted',
    run: async (subject) => (await open(subject, 'setInterval(() => {}, 1000)').close(50)).end,
  },
  {
    name: 'one that heeds no signal is ended all the same',
    expected: ['up', 'SIGKILL'],
    run: async (subject) => {
      const living = open(subject, `${saying} process.on('SIGTERM', () => {}); say('up'); for (;;);`, { graceMs: 50 })
      return [...(await hear(living, 1)), (await living.end()).signal]
    },
  },
  {
    name: 'a line that is no message ends it',
    expected: ['first', 'over', 'aborted'],
    run: async (subject) => {
      const living = open(
        subject,
        `${saying} say('first'); setTimeout(() => writeSync(3, 'no json\\n'), 100); setInterval(() => {}, 1000)`,
      )
      return [...(await hear(living, 2)), (await living.end()).end]
    },
  },
  {
    name: 'one that says more than is read is ended, in lines and without end of line alike',
    expected: ['over', 'over'],
    run: async (subject) => {
      const spoken = async (text: string): Promise<string> => {
        const program = `const { writeSync } = require('node:fs'); for (;;) writeSync(3, ${text})`
        const living = open(subject, program, { maxUnreadBytes: 20_000 })
        await living.receive(patienceMs)
        await delay(300)
        for (;;) {
          const received = await living.receive(patienceMs)
          if (received.kind !== 'said') return received.kind
        }
      }
      return [await spoken(`'"line"\\n'`), await spoken(`'x'.repeat(1000)`)]
    },
  },
  {
    name: 'a program that cannot be started is over, with a reason',
    expected: ['over', 'unstartable', true, false],
    run: async (subject) => {
      const living = open(subject, '', { command: ['sigma-no-such-program'] })
      const all = await hear(living, 1)
      const { end, reason } = await living.end()
      return [...all, end, reason !== null, living.send(1)]
    },
  },
]

/** Asked of a program, for this package starts none and signals none. */
async function isGone(subject: LivingSubject, pid: unknown): Promise<unknown> {
  // One that is dead and not yet taken note of still has its number.
  const look = `let left = 100
    const look = () => {
      try { process.kill(${Number(pid)}, 0) } catch { return say(true) }
      left-- > 0 ? setTimeout(look, 20) : say(false)
    }
    look()`
  const [gone] = await hear(open(subject, `${saying} ${look}`), 1)
  return gone
}
