import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Asked, exampleScript, type ModelServer, modelServer, readScript } from '@sigma/model'
import { durationSchema } from '../config/duration.ts'
import { wrongCommandLine } from '../errors.ts'
import { print, printJson, talk } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, optional, toggle, wholeNumber, word } from './flags.ts'

const oneDayMs = 86_400_000

export const modelCommand = command({
  brief: 'Play a scripted language model, for trying agents without one',
  about:
    'Answers on 127.0.0.1 as a language model would, by Anthropic’s Messages and by OpenAI’s Responses and Chat, from a script: no model is behind it. Real agents talk to it when they are given the printed environment. It chooses by what it is told, and fails where the script says so (a refusal, silence or a broken connection in mid-stream). It needs no key and keeps none. Ends by Ctrl-C, or by itself. docs/model.md describes the script; --example prints one.',
  flags: {
    port: {
      kind: 'parsed',
      ...word('Port; 0: any that is free', 'number'),
      parse: wholeNumber(0, 65_535),
      default: '0',
    },
    for: { kind: 'parsed', ...word('Ends by itself after so long', 'duration'), parse: lifetime, default: '1h' },
    example: toggle('Print a script to begin with'),
    json: jsonFlag,
  },
  takes: [optional(word('File with the script', 'script.json'))],
  plays: async ({ world }, { port, for: lifetimeMs, example, json }, file): Promise<0> => {
    if (example) {
      print(world, JSON.stringify(exampleScript, null, 2))
      return 0
    }
    if (file === undefined) throw wrongCommandLine('The argument <script.json> is missing.', 'sigma model --example')
    const script = readScript(resolve(world.cwd, file))
    const onAsked = (asked: Asked, why: string | null): void => talk(world, lineOf(asked, why))
    await using server = await modelServer(script, { lifetimeMs, port, onAsked })
    if (json) printJson(world, { scripted: true, ...addressesOf(server), env: environmentOf(server) })
    else print(world, textOf(server))
    try {
      await pause(lifetimeMs, undefined, { signal: world.signal })
    } catch {
      // Ended by its user, as is usual.
    }
    return 0
  },
})

function lifetime(input: string): number {
  const read = durationSchema.safeParse(input)
  if (read.success && read.data <= oneDayMs) return read.data
  throw new Error('a duration such as "30s", "30m" or "2h" is wanted, of a day at most.')
}

function addressesOf({ url }: ModelServer): Readonly<Record<string, string>> {
  return {
    anthropicMessages: `${url}/v1/messages`,
    openaiResponses: `${url}/v1/responses`,
    openaiChat: `${url}/v1/chat/completions`,
  }
}

/** Keys are never looked at, but agents do not start without one. */
function environmentOf({ url }: ModelServer): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: 'dummy',
  }
}

function textOf(server: ModelServer): string {
  const lines = Object.entries(addressesOf(server)).map(([name, url]) => `  ${name.padEnd(18)} ${url}`)
  const env = Object.entries(environmentOf(server)).map(([name, value]) => `  export ${name}=${value}`)
  return [
    'A scripted model: it plays the file and nothing else; no language model is behind it.',
    ...lines,
    'For an agent:',
    ...env,
    `  In sigma.config.json, under the agent: "hosts": ["${server.host}"]`,
  ].join('\n')
}

function lineOf({ api, lane, reply, outcome }: Asked, why: string | null): string {
  const said = lane === null ? '' : ` ${lane}, reply ${(reply ?? 0) + 1}`
  return `${api}: ${outcome}${said}${why === null ? '' : ` (${why})`}`
}
