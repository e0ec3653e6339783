/** Variables that a project's own script sets for its tests, as in `cross-env TZ=UTC vitest run`. */
import { whyNotGiven } from '@sigma/engine'

export type Variables = Readonly<Record<string, string>>

/** Of `npm test`, and of the scripts that it leads to; of a project that has no such script, of the first that runs the runner. */
export function scriptedVariables(scripts: Readonly<Record<string, string>>, runner: string): Variables {
  const names = ['test', ...Object.keys(scripts).filter((name) => name.startsWith('test:'))]
  for (const name of names) {
    const found = variablesOf(scripts, name, startOf[runner] ?? /^$/, deepest)
    if (found !== null) return found
  }
  return {}
}

const startOf: Readonly<Record<string, RegExp>> = {
  vitest: /(^|\/)vitest(\.mjs)?$/,
  jest: /(^|\/)jest(\.js)?$/,
  'node:test': /^--test$/,
}

const deepest = 4

/** Null: this script does not run it. */
function variablesOf(
  scripts: Readonly<Record<string, string>>,
  name: string,
  start: RegExp,
  left: number,
): Variables | null {
  for (const part of (scripts[name] ?? '').split(/&&|\|\||[;&]/)) {
    const words = (part.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/["']/g, ''))
    const next = ledTo(words)
    const inner = words.some((word) => start.test(word))
      ? {}
      : next === null || left === 0
        ? null
        : variablesOf(scripts, next, start, left - 1)
    if (inner !== null) return { ...assigned(words), ...inner }
  }
  return null
}

/** The script that `npm run x`, `pnpm x`, `yarn x` or `run-s x` plays. */
function ledTo(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /^(npm|pnpm|yarn|bun|run-s|npm-run-all)$/.test(word))
  if (at < 0) return null
  return words.slice(at + 1).find((word) => !/^(run|run-script|-.*)$/.test(word)) ?? null
}

/** Those before the program; what only a shell could fill in is none. */
function assigned(words: readonly string[]): Variables {
  const found: [string, string][] = []
  for (const word of words) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(word) ?? []
    if (name !== undefined && value !== undefined) found.push([name, value])
    else if (!/^(cross-env(-shell)?|env|npx|pnpm|exec)$/.test(word)) break
  }
  return Object.fromEntries(found.filter(([name, value]) => !/[$`]/.test(value) && whyNotGiven(name, value) === null))
}
