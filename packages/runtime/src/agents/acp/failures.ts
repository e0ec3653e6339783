/** What a program that fails says, in the words of the port. Its texts are data: bounded, and without control characters. */
import type { ProcessResult } from '@sigma/engine'
import { z } from 'zod'
import type { AgentEvent, PromptEnd, StartFailure } from '../adapter.ts'
import { oneLine, tellingLine } from '../heard.ts'
import { shortened } from '../shortened.ts'
import { type Failure, failure } from '../turn.ts'
import type { RpcError } from './messages.ts'
import { notFoundExit } from './own-files.ts'
import type { Profile } from './profile.ts'
import type { Trouble } from './updates.ts'

const loginNeeded = -32_000
const mostCharacters = 600

/** The message of an error, with what its data adds. */
function wordsOf({ message, data }: RpcError): string {
  const more = textSchema.parse(data)
  return plain(more === '' || message.includes(more) ? message : `${message}: ${more}`)
}

const textSchema = z.union([
  z.string(),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ details: z.string() }).transform(({ details }) => details),
  z.unknown().transform(() => ''),
])

export const isLoginNeeded = ({ code }: RpcError): boolean => code === loginNeeded

/** A prompt that ended in an error. */
export function endOf(error: RpcError): PromptEnd {
  const message = wordsOf(error)
  const category = error.code === loginNeeded ? 'access' : ''
  return endSaid(message, `${message} ${JSON.stringify(error.data ?? null)}`, category)
}

/** How a prompt ended, as some programs say it beside the protocol. */
export function endOfTrouble({ category, title }: Trouble): PromptEnd {
  const message = plain(title)
  return endSaid(message, message, category)
}

/** `all`: what else was said with the message. `category`: the program's own, where it has any. */
function endSaid(message: string, all: string, category: string): PromptEnd {
  if (isSpent(all)) return { reason: 'exhausted', message }
  if (category === 'access' || isLogin(all)) return { reason: 'unusable', message }
  if (category === 'limit' || isLimit(all)) return { reason: 'limited', message, retryAfterMs: waitOf(all) }
  return { reason: 'failed', message }
}

/** A retry by the program itself; its title may count: `1 of 10`, `2/5`. */
export function retryOf({ category, title }: Trouble): AgentEvent {
  const attempt = Number(/(\d+) ?(?:of|\/) ?\d+/.exec(title)?.[1] ?? 1)
  const said = plain(title)
  const why = isLimit(said) ? undefined : whyRetried.get(category)
  return { kind: 'retry', attempt, why: why === undefined ? said : `${why}: ${said}`, waitMs: null }
}

/** What the kinds of trouble mean whose titles only say that it tries again. */
const whyRetried: ReadonlyMap<string, string> = new Map([
  ['limit', 'the model is limited'],
  ['service', 'the model is overloaded, or its server fails'],
  ['connection', 'the model is not reached'],
])

const isSpent = (text: string): boolean =>
  /\bcontext (window|length|limit)|ran out of room|configured (budget|limit)/i.test(text)

const isLimit = (text: string): boolean =>
  /\b(429|529|503)\b|overloaded|rate.?limit|too many requests|usage limit|quota|capacity|ServerOverloaded|resource.?exhausted/i.test(
    text,
  )

const isLogin = (text: string): boolean =>
  /\b401\b|\b403\b|authentication|unauthori[sz]ed|invalid.{0,12}api.?key|not logged in|please (run )?.?\/?log ?in|log ?in (again|required)|model.{0,40}(not found|does not exist|not supported)/i.test(
    text,
  )

/** The wait that a text asks for, in milliseconds, e.g. of `try again in 7s`. */
function waitOf(text: string): number | null {
  const found = /(?:retry|try again)[^.\d]{0,30}?(\d+(?:\.\d+)?) ?(ms|s|sec|seconds?|m|min|minutes?|h|hours?)\b/i.exec(
    text,
  )
  if (found === null) return null
  const unit = found[2]?.toLowerCase() ?? 's'
  const factor = unit === 'ms' ? 1 : unit.startsWith('h') ? 3_600_000 : unit.startsWith('m') ? 60_000 : 1_000
  return Math.ceil(Number(found[1]) * factor)
}

/** Why no session was opened. */
export type Stumble =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'refused'; readonly step: string; readonly error: RpcError }
  | { readonly kind: 'silent'; readonly step: string; readonly limitMs: number }
  | { readonly kind: 'over'; readonly step: string; readonly result: ProcessResult }
  /** `version`: the version that it speaks; null: it does not say one. */
  | { readonly kind: 'protocol'; readonly version: number | null }
  | { readonly kind: 'model'; readonly model: string; readonly offered: readonly string[] }
  /** The program searches the web, which is not open to it, and nothing turns that off. */
  | { readonly kind: 'web' }

/** Why a start failed, in the program's own words where it has any; `printed`: what it printed until it was ended. */
export function startFailure(
  profile: Profile,
  command: readonly string[],
  stumble: Stumble,
  printed: Pick<ProcessResult, 'stdout' | 'stderr'>,
): StartFailure {
  const output = [printed.stdout, printed.stderr].filter((text) => text !== '').join('\n')
  return { ...reasonOf(profile, command, stumble, heard(output)), output }
}

function reasonOf(profile: Profile, command: readonly string[], stumble: Stumble, said: string): Failure {
  const { title } = profile
  const install = profile.install ?? 'sigma doctor'
  const byHand = `Start it by hand and see what it lacks: ${command.join(' ')}`
  switch (stumble.kind) {
    case 'stopped':
      return failure('interrupted', 'agent-interrupted', `${title} was stopped while it started.`, 'sigma resume')
    case 'refused': {
      const { reason } = endOf(stumble.error)
      const words = wordsOf(stumble.error)
      if (reason === 'unusable') {
        const message = `${title} cannot be used as it is set up: ${words}${said}`
        return failure('unavailable', 'agent-login', message, profile.login)
      }
      if (reason === 'limited')
        return failure('limited', 'agent-limited', `${title} is not served now: ${words}`, 'sigma resume')
      return failure('unavailable', 'agent-start-refused', `${title} refused ${stumble.step}: ${words}${said}`, byHand)
    }
    case 'silent': {
      const message = `${title} had not answered ${stumble.step} after ${stumble.limitMs / 1000} s.${said}`
      return failure('crash', 'agent-start-silent', message, byHand)
    }
    case 'over': {
      const { end, exit, signal, reason } = stumble.result
      if (end === 'unstartable' || exit === notFoundExit) {
        const message = `${title} could not be started: ${reason ?? said.trim()}`
        return failure('unavailable', 'agent-unstartable', message, install)
      }
      const how = signal === null ? `with exit code ${exit}` : `by ${signal}`
      const message = `${title} ended ${how} before it answered ${stumble.step}.${said}`
      return failure('crash', 'agent-start-crash', message, byHand)
    }
    case 'protocol': {
      const message =
        stumble.version === null
          ? `${title} answered something that is not of the Agent Client Protocol.${said}`
          : `${title} speaks version ${stumble.version} of the Agent Client Protocol; Sigma speaks 1.`
      return failure('unavailable', 'agent-protocol', message, install)
    }
    case 'model': {
      const { model, offered } = stumble
      const named = offered.slice(0, mostNamed).join(', ')
      const which = offered.length === 0 ? 'no choice' : `${named}${offered.length > mostNamed ? ', …' : ''}`
      const message = `${title} does not offer the model ${model}; it offers ${plain(which)}.`
      return failure(
        'unavailable',
        'agent-model',
        message,
        'Name another as `model` of the agent in the configuration.',
      )
    }
    case 'web': {
      const message = `${title} was not started: it searches the web by its vendor, which Sigma turns off in the sandbox alone, and there is none.`
      const remedy = 'Run it in a sandbox (sigma doctor says what is missing), or open the web to it: "web": true.'
      return failure('unavailable', 'agent-web', message, remedy)
    }
  }
}

const mostNamed = 12

const heard = (output: string): string => {
  const last = plain(tellingLine(output))
  return last === '' ? '' : ` It said: ${last}`
}

/** One line, and short. */
const plain = (text: string): string => shortened(oneLine(text), mostCharacters)
