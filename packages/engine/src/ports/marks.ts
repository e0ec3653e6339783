/**
 * The variable by which a program's descendants are known, wherever they went: leaving the group, and outliving the
 * parent, does not change a process's first environment. Who starts one with an emptied environment gets away; only a
 * PID namespace holds those.
 */
export const markVariable = 'SIGMA_PROCESS'
/** In its place where a program shall not see who started it: most sessions of a person have this one, with a short number. */
export const plainMarkVariable = 'XDG_SESSION_ID'

const markShape = /\.[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The mark of a process with this environment, if Sigma started it. */
export function markIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const plain = env[plainMarkVariable] ?? ''
  return env[markVariable] || (markShape.test(plain) ? plain : undefined)
}
