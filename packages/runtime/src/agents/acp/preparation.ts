/** What a profile makes of the configuration and the user's environment, before its program is started. */
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Json, JsonObject } from '@sigma/protocol'
import type { Environment } from '../../environment.ts'
import { placesOfFile } from '../../sandbox/installations.ts'
import type { Opens } from '../adapter.ts'
import type { ProgramSettings } from '../config.ts'
import { commandWithFiles } from './own-files.ts'
import type { Profile, Situation } from './profile.ts'

/** What of its configuration says what it needs. */
type Chosen = ProgramSettings & { readonly model?: string }

/** Its switches, and what of the user's it knows, as references. */
export function environmentFor(
  profile: Profile,
  config: Chosen,
  environment: Environment,
): Readonly<Record<string, string>> {
  const { addresses, programs, model } = profile.variables
  const { keys } = neededBy(profile, config)
  const named = [model, profile.config?.variable ?? null].filter((name) => name !== null)
  const known = [...keys, ...addresses, ...programs, ...named]
  const set = known.filter((name) => (environment[name] ?? '') !== '')
  return { ...profile.env, ...Object.fromEntries(set.map((name) => [name, `$${name}`])) }
}

/** What it needs in the sandbox beside its workspace and its own program. */
export function opensFor(profile: Profile, config: Chosen, environment: Environment): Opens {
  const { addresses, programs } = profile.variables
  const values = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => givenAs(name, config, environment) ?? [])
  const configured = profile.config === undefined ? [] : values([profile.config.variable]).flatMap(addressesIn)
  const given = [...values(addresses), ...configured].flatMap((address) => hostOf(address) ?? [])
  const home = environment['HOME'] ?? null
  return {
    reads: values(programs)
      .filter((file) => isAbsolute(file))
      .flatMap((file) => placesOfFile(file, home)),
    writes: profile.logins,
    hosts: given.length > 0 ? given : neededBy(profile, config).hosts,
  }
}

/** Of the variables that say where its model is, those whose value is no address of the web. */
export function malformedAddresses(
  profile: Profile,
  config: ProgramSettings,
  environment: Environment,
): readonly string[] {
  return profile.variables.addresses.filter((name) => {
    const address = givenAs(name, config, environment) ?? ''
    return address !== '' && hostOf(address) === null
  })
}

const neededBy = ({ variables, hosts, neededFor }: Profile, { model }: Chosen) =>
  (model === undefined ? null : neededFor?.(model)) ?? { keys: variables.keys, hosts }

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
  const { variables, config, files, flags } = profile
  const named = variables.model !== null && model !== null ? { [variables.model]: model } : {}
  const own = config === undefined ? {} : over(config.of(situation), objectIn(env[config.variable] ?? ''))
  const whole = config === undefined ? {} : over(own, config.held(situation))
  const flagged = [...command, ...(flags?.(situation) ?? [])]
  return {
    // Elsewhere its home is the user's own.
    command: isConfined && files !== undefined ? commandWithFiles(flagged, files(whole, situation)) : flagged,
    env: { ...env, ...named, ...(config === undefined ? {} : { [config.variable]: JSON.stringify(whole) }) },
  }
}

/** As the agent will see it: the configuration's, or the user's. */
function givenAs(name: string, config: ProgramSettings, environment: Environment): string | undefined {
  const own = config.env?.[name]
  if (own === undefined) return environment[name]
  const reference = /^\$([A-Za-z_]\w*)$/.exec(own)?.[1]
  return reference === undefined ? own : environment[reference]
}

/** Null: it is no address of the web. */
function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port } = new URL(address)
  const usual = { 'http:': '80', 'https:': '443' }[protocol]
  return usual === undefined || hostname === '' ? null : `${hostname}:${port === '' ? usual : port}`
}

/** Of a configuration in JSON, what its models are said to be at. */
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
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function over(under: JsonObject, upper: JsonObject): JsonObject {
  const both = Object.entries(upper).map(([key, value]) => {
    const below = Object.hasOwn(under, key) ? under[key] : undefined
    return [key, isObject(below) && isObject(value) ? over(below, value) : value] as const
  })
  return { ...under, ...Object.fromEntries(both) }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
