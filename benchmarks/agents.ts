/** From the start of a turn to the first word of the model, by real agents on a scripted one: in Sigma's turn, and by the agent's bare program. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, modelServer } from '@sigma/model'
import { claudeBinary, codexBinary } from '../scripts/install-agents.ts'
import { type Player, players } from '../test/agents/players.ts'
import { openStage } from '../test/agents/stage.ts'
import { type Answering, untilSaid } from './first-word.ts'
import { type Figure, inTurn, median, ms, quantile, type Scale } from './measure.ts'

const firstWord = 'Foremost'
const lanes = [{ when: ['SAY-IT'], replies: [{ text: `${firstWord} of all.\n\n→[GC, said]` }] }]

/** What a user would start instead, by its command, and what of it is between the two and no baseline. */
interface Bare {
  readonly name: string
  readonly play: () => Promise<void>
  readonly beside?: { readonly name: string; readonly play: () => Promise<void> }
}

export async function* claudeCode(folder: string, scale: Scale): AsyncGenerator<Figure> {
  await using model = await modelServer({ lanes })
  yield await figure('Claude Code', model, scale, { name: '`claude -p`', play: () => bareClaude(model, folder) })
}

export async function* codex(folder: string, scale: Scale): AsyncGenerator<Figure> {
  await using model = await modelServer({ lanes })
  yield await figure('Codex over ACP', model, scale, {
    name: '`codex exec`',
    play: () => bareCodex(model, folder),
    beside: { name: 'its ACP adapter, told the least that a client says', play: () => codexAdapter(model, folder) },
  })
}

async function figure(name: string, model: ModelServer, scale: Scale, bare: Bare): Promise<Figure> {
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
  await bare.play()
  const beside = bare.beside ?? { name: '', play: () => undefined }
  const works = { ours, settle, bare: bare.play, beside: beside.play }
  const taken = await inTurn(scale({ whole: 9, short: 1 }), works)
  const [turn, alone] = [taken('ours'), taken('bare')]
  const more = beside.name === '' ? '' : `; ${ms(median(taken('beside')))} ${beside.name}`
  return {
    name: `${name}: start to first word, against 1.10 × ${bare.name} and 200 ms`,
    value: median(turn) / (1.1 * median(alone) + 200),
    goal: { kind: 'at most', value: 1 },
    detail: `${ms(median(turn))} in a turn (p95 ${ms(quantile(turn, 0.95))}), ${ms(median(alone))} ${bare.name}${more}`,
  }
}

function playerOf(name: string): Player {
  const player = players.find((one) => one.name === name)
  if (player === undefined) throw new Error(`there is no ${name}`)
  return player
}

const bareIn = (
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
  answering?: Answering,
): Promise<void> => untilSaid({ word: firstWord, command, folder, env, answering })

function bareClaude({ url }: ModelServer, folder: string): Promise<void> {
  const flags = ['--output-format', 'stream-json', '--verbose', '--include-partial-messages', '--setting-sources', '']
  return bareIn(folder, [claudeBinary, '-p', 'SAY-IT', ...flags], {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'no-real-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  })
}

/** The program itself, as people start it without a screen. */
function bareCodex({ url }: ModelServer, folder: string): Promise<void> {
  const provider = `{name="scripted",base_url="${url}/v1",env_key="SCRIPTED_KEY",wire_api="responses",supports_websockets=false}`
  const settings = ['model="gpt-5.5"', 'model_provider="scripted"', `model_providers.scripted=${provider}`]
  const flags = ['--skip-git-repo-check', '--json', ...settings.flatMap((setting) => ['-c', setting])]
  return bareIn(folder, [codexBinary, 'exec', ...flags, 'SAY-IT'], {
    CODEX_HOME: codexHome(folder),
    SCRIPTED_KEY: 'no-real-key',
  })
}

function codexAdapter(model: ModelServer, folder: string): Promise<void> {
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
  return bareIn(folder, config.command, { ...config.env, CODEX_HOME: codexHome(folder) }, (told, say) => {
    const answered = [...told.matchAll(/^\{.*"id":(\d).*$/gm)].length
    if (answered < asked.length) say(answered, lineOf(answered, /"sessionId":"([^"]+)"/.exec(told)?.[1] ?? ''))
  })
}

function codexHome(folder: string): string {
  const home = join(folder, '.codex')
  mkdirSync(home, { recursive: true })
  return home
}
