/** From the start of a turn to the first word of the model, by real agents on a scripted one: Sigma's turn, and the agent's own program alone. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, modelServer } from '@sigma/model'
import { claudeBinary, codexBinary } from '../scripts/install-agents.ts'
import { players } from '../test/agents/players.ts'
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
  const player = players.find((one) => one.name === name)
  if (player === undefined) throw new Error(`there is no ${name}`)
  await using stage = await openStage(player.config(model))
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

function bareClaude({ url }: ModelServer, folder: string): Promise<void> {
  const flags = ['--output-format', 'stream-json', '--verbose', '--include-partial-messages', '--setting-sources', '']
  return untilSaid([claudeBinary, '-p', 'SAY-IT', ...flags], folder, {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'no-real-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  })
}

function bareCodex({ url }: ModelServer, folder: string): Promise<void> {
  const home = join(folder, '.codex')
  mkdirSync(home, { recursive: true })
  const provider = `name = "scripted"\nbase_url = "${url}/v1"\nenv_key = "SCRIPTED_KEY"\nwire_api = "responses"\nsupports_websockets = false\n`
  const features =
    'check_for_update_on_startup = false\n[features]\nplugins = false\napps = false\n[analytics]\nenabled = false\n'
  writeFileSync(
    join(home, 'config.toml'),
    `model = "gpt-5.5"\nmodel_provider = "scripted"\n${features}[model_providers.scripted]\n${provider}`,
  )
  const command = [codexBinary, 'exec', '--json', '--skip-git-repo-check', 'SAY-IT']
  return untilSaid(command, folder, { CODEX_HOME: home, SCRIPTED_KEY: 'no-real-key' })
}

/** Resolves at the first word; what is left of the program is ended. */
function untilSaid(command: readonly string[], folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer): void => {
      told += String(part)
      if (!told.includes(firstWord)) return
      child.kill('SIGKILL')
      resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`${program} said nothing: ${told.slice(-500)}`)))
  })
}
