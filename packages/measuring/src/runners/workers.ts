/**
 * How many test files go at a time: as many as the project says, in its script or its configuration, else what the runner takes by
 * itself (one core stays free), else, where a run is wide, one for each core.
 */
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { RunRequest } from './runner.ts'
import { scriptIn } from './script.ts'
import { readTextNow } from './test-files.ts'

interface Ways {
  /** Finds the script that starts the runner. */
  readonly starts: RegExp
  /** What in the script means one at a time. */
  readonly serial: RegExp
  /** Its first group is the number, or a share of the cores. */
  readonly numbered: RegExp
  /** Files of configuration that may say it, by their names. */
  readonly configurations: RegExp
  /** Settings that say it. */
  readonly settings: RegExp
}

const never = /(?!)/

export const ways: Readonly<Record<'node:test' | 'jest' | 'vitest', Ways>> = {
  'node:test': {
    starts: /--test(?=$|[\s-])/,
    serial: never,
    numbered: /--test-concurrency(?:=|\s+)(\d+)/,
    configurations: /^package\.json$/,
    settings: /--test-concurrency/,
  },
  jest: {
    starts: /(^|[\s/=])jest([\s.]|$)/,
    serial: /jest\b.*\s(?:--runInBand|--run-in-band|-i)(?=\s|$)/,
    numbered: /jest\b.*\s(?:--maxWorkers[=\s]\s*|--max-workers[=\s]\s*|-w[=\s]?\s*)(\d+%?)/,
    configurations: /^(package\.json|jest\.[\w.-]+|.*jest[\w.-]*\.config\.\w+)$/,
    settings:
      /\b(?:maxWorkers|max-workers|runInBand|run-in-band|workerIdleMemoryLimit)\b|(?:react-scripts|craco)\s+test/,
  },
  vitest: {
    starts: /(^|[\s/=])vitest([\s.]|$)/,
    serial: /--(?:no-file-parallelism|no-fileParallelism|(?:fileParallelism|file-parallelism)(?:=|\s+)false)(?=\s|$)/,
    numbered: /--(?:maxWorkers|max-workers)(?:=|\s+)(\d+%?)/,
    configurations: /^(?:package\.json|vite(?:st)?\.[\w.-]+)$/,
    settings:
      /\b(?:maxWorkers|fileParallelism|poolOptions|single(?:Fork|Thread)|max(?:Forks|Threads)|isolate|sequence)\b/,
  },
}

/** As options of the runners have it, e.g. `2` or `50%`; null: what the runner takes by itself. */
export function workersFor(
  runner: keyof typeof ways,
  { wide = false, folder }: Pick<RunRequest, 'wide' | 'folder'>,
  root: string,
): string | null {
  const { starts, serial, numbered } = ways[runner]
  const place = join(root, folder)
  const command =
    scriptIn(place, starts)
      .split(/&&|\|\|?|;/)
      .find((each) => starts.test(each)) ?? ''
  if (serial.test(command)) return '1'
  const [, said = null] = numbered.exec(command) ?? []
  if (said !== null || !wide || elsewhere.test(command) || isSet(runner, place)) return said
  return String(availableParallelism())
}

/** A configuration of another name or place may say it, too. */
const elsewhere = /\s(?:--config|-c|--root|-r)(?=[=\s])/
/** Text of a configuration that takes a part from somewhere else. */
const taken = /\bpreset\b|\bextends\b|\bprojects\b|(?:require\(\s*|from\s+|import\s+)['"]\.{1,2}\//

/** Whether a wide run differs from another. */
export function canWiden(runner: string, folder: string, root: string): boolean {
  return isKnown(runner) && workersFor(runner, { wide: true, folder }, root) !== workersFor(runner, { folder }, root)
}

const isKnown = (runner: string): runner is keyof typeof ways => Object.hasOwn(ways, runner)

/** A configuration is code: a word in it is enough to leave the matter to the runner. */
function isSet(runner: keyof typeof ways, folder: string): boolean {
  const { configurations, settings } = ways[runner]
  const texts = namesIn(folder)
    .filter((name) => configurations.test(name))
    .map((name) => ({ text: readTextNow(join(folder, name)), isManifest: name === 'package.json' }))
  return texts.some(({ text, isManifest }) => settings.test(text) || (isManifest ? /"preset"\s*:/ : taken).test(text))
}

/** None where there is no such folder: then nothing is run there. */
function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
