/** From the start of a turn to the first word of the model, by real agents on a scripted one: Sigma's turn, and the agent's own program alone. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, modelServer } from '@sigma/model'
import { claudeBinary } from '../scripts/install-agents.ts'
import { type Player, players } from '../test/agents/players.ts'
import { openStage } from '../test/agents/stage.ts'
import { type Figure, inTurn, median, ms, quantile } from './measure.ts'

const times = 8
const firstWord = 'Foremost'
const lanes = [{ when: ['SAY-IT'], replies: [{ text: `${firstWord} of all.\n\n→[GC, said]` }] }]

export async function agents(parent: string): Promise<readonly Figure[]> {
  await using model = await modelServer({ lanes })
  const folder = mkdtempSync(join(parent, 'agents-'))
  return [
    await figure('Claude Code', model, () => bareClaude(model, folder)),
    await figure('Codex over ACP', model, () => bareCodex(model, folder)),
  ]
}

async function figure(name: string, model: ModelServer, bare: () => Promise<void>): Promise<Figure> {
  await using stage = await openStage(playerOf(name).config(model))
  const ours = async (): Promise<void> => {
    const stop = new AbortController()
    const said = Promise.withResolvers<void>()
    const onActivity = (text: string): void => {
      if (text.includes(firstWord)) said.resolve()
    }
    const over = stage.turn('SAY-IT', { signal: stop.signal, onActivity })
    await Promise.race([said.promise, over])
    after.push(over)
  }
  const after: Promise<unknown>[] = []
  const settle = async (): Promise<void> => void (await Promise.all(after.splice(0)))
  await ours()
  await settle()
  await bare()
  const taken = await inTurn(times, { ours, settle, bare })
  const [turn, alone] = [taken('ours'), taken('bare')]
  return {
    name: `${name}: start to first word, against 1.10 × the program alone and 200 ms`,
    value: median(turn) / (1.1 * median(alone) + 200),
    goal: { kind: 'at most', value: 1 },
    detail: `${ms(median(turn))} in a turn (p95 ${ms(quantile(turn, 0.95))}), ${ms(median(alone))} alone`,
  }
}

function playerOf(name: string): Player {
  const player = players.find((one) => one.name === name)
  if (player === undefined) throw new Error(`there is no ${name}`)
  return player
}

function bareClaude({ url }: ModelServer, folder: string): Promise<void> {
  const flags = ['--output-format', 'stream-json', '--verbose', '--include-partial-messages', '--setting-sources', '']
  return untilSaid([claudeBinary, '-p', 'SAY-IT', ...flags], folder, {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'no-real-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  })
}

/** What `codex-acp` takes with the least that a client must say: Sigma's part is what comes on top of that. */
function bareCodex(model: ModelServer, folder: string): Promise<void> {
  const home = join(folder, '.codex')
  mkdirSync(home, { recursive: true })
  const config = playerOf('Codex over ACP').config(model)
  if (config.kind !== 'acp' || config.command === undefined) throw new Error('Codex speaks the Agent Client Protocol')
  const asked = [
    ['initialize', { protocolVersion: 1, clientCapabilities: {} }],
    ['session/new', { cwd: folder, mcpServers: [] }],
    ['session/prompt', { prompt: [{ type: 'text', text: 'SAY-IT' }] }],
  ] as const
  const lineOf = (at: number, session: string): string => {
    const [method, params] = asked[at] ?? asked[0]
    return `${JSON.stringify({ jsonrpc: '2.0', id: at, method, params: { ...params, sessionId: session } })}\n`
  }
  return untilSaid(config.command, folder, { ...config.env, CODEX_HOME: home }, (told, say) => {
    const answered = [...told.matchAll(/^\{.*"id":(\d).*$/gm)].length
    if (answered < asked.length) say(answered, lineOf(answered, /"sessionId":"([^"]+)"/.exec(told)?.[1] ?? ''))
  })
}

/** What is said back: each line once, by its number. */
type Answering = (told: string, say: (number: number, line: string) => void) => void

/** Resolves at the first word; what is left of the program is ended. */
function untilSaid(
  command: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
  answering: Answering = () => {},
): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let told = ''
  let lines = 0
  const answer = (): void =>
    answering(told, (number, line) => {
      if (number < lines) return
      lines = number + 1
      child.stdin.write(line)
    })
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer): void => {
      told += String(part)
      answer()
      if (!told.includes(firstWord)) return
      child.kill('SIGKILL')
      resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.stdin.on('error', reject)
    answer()
    // Who has nothing to be told is not to wait for it.
    if (lines === 0) child.stdin.end()
    child.once('close', () => reject(new Error(`${program} said nothing: ${told.slice(-500)}`)))
  })
}
