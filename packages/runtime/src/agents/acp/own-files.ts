/**
 * Files of its settings that a program finds in its own home. They are written by the program that is started, in its
 * sandbox: what lies in that home was made by agents, and may lead anywhere. What cannot be written, such as a file of
 * the user's that is shown there, stays as it is.
 */
import type { Json } from '@sigma/protocol'

/** By path below the home. */
export type OwnFiles = Readonly<Record<string, string>>

export function commandWithFiles(command: readonly string[], files: OwnFiles): readonly string[] {
  const pairs = Object.entries(files)
  return pairs.length === 0 ? command : ['sh', '-c', script, 'sh', String(pairs.length), ...pairs.flat(), ...command]
}

/** Put in place whole: other turns of the run may read them just now. */
const script: string = [
  'n=$1; shift',
  'while [ "$n" -gt 0 ]; do',
  'f="$HOME/$1"; { mkdir -p "$(dirname "$f")"; printf %s "$2" >"$f.$$" && mv -f "$f.$$" "$f" || rm -f "$f.$$"; } 2>/dev/null',
  'shift 2; n=$((n - 1))',
  'done',
  'exec "$@"',
].join('\n')

/** What the shell says of a program that is not there. */
export const notFoundExit = 127

/** Of a configuration in JSON, the same in TOML. */
export function tomlOf(config: Readonly<Record<string, Json>>): string {
  return Object.entries(config)
    .map(([key, value]) => `${keyOf(key)} = ${inline(value)}\n`)
    .join('')
}

const keyOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))

/** TOML has no null: what is null is not there. */
function inline(value: Json): string {
  if (Array.isArray(value))
    return `[${value
      .filter((each) => each !== null)
      .map(inline)
      .join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value).filter(([, inner]) => inner !== null)
  return `{ ${pairs.map(([key, inner]) => `${keyOf(key)} = ${inline(inner)}`).join(', ')} }`
}
