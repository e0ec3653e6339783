/** What a profile makes of the configuration and the user's environment, before its program is started. */
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isJsonObject, type Json, type JsonObject, parseJson } from '@sigma/protocol'
import { type Environment, givenAs } from '../../environment.ts'
import { placesOfFile } from '../../sandbox/installations.ts'
import type { ProgramSettings, SessionAgent } from '../config.ts'
import { commandWithFiles } from './own-files.ts'
import type { Profile, Situation } from './profile.ts'
import { profileOf } from './profiles.ts'

/** The profile's environment variables, and references to those of the user's that the program knows. */
export function environmentFor(config: SessionAgent, environment: Environment): Readonly<Record<string, string>> {
  const { addresses, programs, modelVariable, ...profile } = profileOf(config)
  const named = [modelVariable, profile.config?.variable ?? null].filter((name) => name !== null)
  const known = [...neededBy(config).keys, ...addresses, ...programs, ...named]
  const set = known.filter((name) => (environment[name] ?? '') !== '')
  return { ...profile.env, ...Object.fromEntries(set.map((name) => [name, `$${name}`])) }
}

/** Paths and hosts that the program needs in the sandbox beside the workspace and its own files. */
export function opensFor(
  config: SessionAgent,
  environment: Environment,
): Required<Pick<ProgramSettings, 'reads' | 'writes' | 'hosts'>> {
  const { addresses, programs, logins, config: own } = profileOf(config)
  const values = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => givenAs(name, config, environment) ?? [])
  const configured = own === undefined ? [] : values([own.variable]).flatMap(addressesIn)
  const given = [...values(addresses), ...configured].flatMap((address) => hostOf(address) ?? [])
  const home = environment['HOME'] ?? null
  return {
    reads: values(programs)
      .filter((file) => isAbsolute(file))
      .flatMap((file) => placesOfFile(file, home)),
    writes: logins,
    hosts: given.length > 0 ? given : neededBy(config).hosts,
  }
}

/** The variables with an address of the model whose value is not a valid URL. */
export function malformedAddresses(config: SessionAgent, environment: Environment): readonly string[] {
  return profileOf(config).addresses.filter((name) => {
    const address = givenAs(name, config, environment) ?? ''
    return address !== '' && hostOf(address) === null
  })
}

function neededBy(config: SessionAgent): Pick<Profile, 'keys' | 'hosts'> {
  const profile = profileOf(config)
  return (config.model === undefined ? null : profile.neededFor?.(config.model)) ?? profile
}

export function situationOf(
  profile: Profile,
  environment: Environment,
  started: Omit<Situation, 'hasLogin'>,
): Situation {
  const home = environment['HOME'] ?? ''
  return { ...started, hasLogin: profile.logins.some((path) => existsSync(join(home, path.replace('~/', '')))) }
}

/** What is started, and its whole environment. */
export function prepared(
  profile: Profile,
  situation: Situation,
  command: readonly string[],
): { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const { env, model, isConfined } = situation
  const { modelVariable, config, files, flags } = profile
  const named = modelVariable !== null && model !== null ? { [modelVariable]: model } : {}
  const own = config === undefined ? {} : over(config.of(situation), objectIn(env[config.variable] ?? ''))
  const whole = config === undefined ? {} : over(own, config.held(situation))
  const flagged = [...command, ...flags(situation)]
  return {
    // Without a sandbox the program's home is the user's own.
    command: isConfined && files !== undefined ? commandWithFiles(flagged, files(whole, situation)) : flagged,
    env: { ...env, ...named, ...(config === undefined ? {} : { [config.variable]: JSON.stringify(whole) }) },
  }
}

/** Host and port of a URL; null: it is not a valid URL of a server. */
function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port } = new URL(address)
  const usual = { 'http:': '80', 'https:': '443' }[protocol]
  return usual === undefined || hostname === '' ? null : `${hostname}:${port === '' ? usual : port}`
}

/** Addresses of models in a configuration in JSON. */
function addressesIn(text: string): readonly string[] {
  const within = (value: Json): readonly string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]: readonly [string, Json]) =>
      typeof inner === 'string' && /^base_?url$/i.test(key) ? [inner] : within(inner),
    )
  }
  return within(objectIn(text))
}

/** What is no JSON object is none of ours to judge: the program says so itself. */
function objectIn(text: string): JsonObject {
  const value = parseJson(text)
  return isJsonObject(value) ? value : {}
}

function over(under: JsonObject, upper: JsonObject): JsonObject {
  const both = Object.entries(upper).map(([key, value]) => {
    const below = Object.hasOwn(under, key) ? under[key] : undefined
    return [key, isJsonObject(below) && isJsonObject(value) ? over(below, value) : value] as const
  })
  return { ...under, ...Object.fromEntries(both) }
}
