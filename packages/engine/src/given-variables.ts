/** Which variables a project may give to its tests: not those by which Sigma runs them and hears what they say. */

const reserved =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|ENV|BASH_ENV|NODE_(V8_COVERAGE|TEST_\w+|CHANNEL_\w+|PATH|REPL_\w+)|(LD|DYLD)_\w+|VITEST\w*|JEST_WORKER_ID|TINYPOOL_\w+|SIGMA\w*)$/i

/** Options of Node that load no code of anybody's, and leave what Sigma loads where it is. */
const harmless =
  /^--(experimental-(?!loader|config|default-config|permission|test)[\w-]+|max-[\w-]+|stack-[\w-]+|no-(?!addons)[\w-]+|trace-[\w-]+|unhandled-rejections|enable-source-maps|expose-gc|openssl-[\w-]+|dns-result-order|harmony[\w-]*|preserve-symlinks(-main)?|conditions|throw-deprecation|pending-deprecation|disable-warning)(=.*)?$/

/** Why a variable cannot be given to tests, as a clause; null: it can. */
export function whyNotGiven(name: string, value: string): string | null {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'it is no name of a variable'
  if (reserved.test(name)) return 'it decides how Sigma itself runs tests'
  if (name !== 'NODE_OPTIONS') return null
  const bad = value.split(/\s+/).find((option) => option !== '' && !harmless.test(option))
  return bad === undefined ? null : `its ${bad} decides how Sigma itself runs tests`
}
