/** A user's environment as it was found; Sigma's own processes never hand it on whole. */
export type Environment = Readonly<Record<string, string | undefined>>

const forAgents = /^(PATH|HOME|LANG|LANGUAGE|LC_\w+|TERM|TMPDIR|USER|LOGNAME|SHELL|XDG_\w+|TZ)$/
const forGates = /^(PATH|LANG|LANGUAGE|LC_\w+|USER|LOGNAME|SHELL|TZ)$/

/** What an agent, or the user's set-up, gets of the user's environment. */
export function agentEnvironment(environment: Environment): Readonly<Record<string, string>> {
  return only(environment, forAgents)
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
