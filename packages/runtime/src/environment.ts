/** A user's environment as it was found; Sigma's own processes never hand it on whole. */
export type Environment = Readonly<Record<string, string | undefined>>

const forAgents = /^(PATH|HOME|LANG|LANGUAGE|LC_\w+|TERM|TMPDIR|USER|LOGNAME|SHELL|XDG_\w+|TZ)$/
const forGates = /^(PATH|LANG|LANGUAGE|LC_\w+|USER|LOGNAME|SHELL|TZ)$/

/** Variables that hold the user's credentials for package registries, and how those are reached: by which way, and whose word they are believed by. */
const forRegistries =
  /^(NPM_TOKEN|NODE_AUTH_TOKEN|YARN_NPM_AUTH_TOKEN|YARN_NPM_REGISTRY_SERVER|BUN_AUTH_TOKEN|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_(registry|userconfig|cafile|noproxy|https?_proxy|proxy|\/\/\S+|@\S+:registry))$/i

/** What an agent gets of the user's environment; what its configuration names comes beside that. */
export function agentEnvironment(environment: Environment): Readonly<Record<string, string>> {
  return only(environment, forAgents)
}

/** What the user's set-up gets: it alone has the credentials of registries. */
export function setupEnvironment(environment: Environment): Readonly<Record<string, string>> {
  return { ...only(environment, forAgents), ...only(environment, forRegistries) }
}

/** What a test command gets: nothing that leads it to the user's home, and nothing that changes how Node starts. */
export function gateEnvironment(
  environment: Environment,
  home: string,
  temporary: string,
): Readonly<Record<string, string>> {
  return { ...only(environment, forGates), HOME: home, TMPDIR: temporary }
}

function only(environment: Environment, names: RegExp): Readonly<Record<string, string>> {
  const pairs = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && names.test(name) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(pairs)
}

/** The user's variable that a value of a configuration stands for, as in `$NAME`; null: it is the value itself. */
export const referenceIn = (value: string): string | null => /^\$([A-Za-z_]\w*)$/.exec(value)?.[1] ?? null

/** Variables that a configuration gives to tests, with the user's own values; what the user has not set is not given. */
export function givenVariables(
  env: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(env).flatMap(([name, value]) => {
    const variable = referenceIn(value)
    const given = variable === null ? value : environment[variable]
    return given === undefined ? [] : [[name, given] as const]
  })
  return Object.fromEntries(pairs)
}

/** What an agent finds in a variable: as its configuration says, else as the user has it. */
export function givenAs(
  name: string,
  { env = {} }: { readonly env?: Readonly<Record<string, string>> | undefined },
  environment: Environment,
): string | undefined {
  const own = env[name]
  const variable = own === undefined ? name : referenceIn(own)
  return variable === null ? own : environment[variable]
}
