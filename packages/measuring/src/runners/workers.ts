/**
 * How many test files go at a time: as many as the project says, in its script or its configuration, else what the runner takes by
 * itself (one core stays free), else, where a run is wide, one for each core.
 */
import { readdirSync } from 'node:fs'
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
    configurations: never,
    settings: never,
  },
  jest: {
    starts: /(^|[\s/=])jest([\s.]|$)/,
    serial: /(?:^|\s)(?:--runInBand|-i)(?=\s|$)/,
    numbered: /(?:^|\s)(?:--maxWorkers|-w)(?:=|\s+)(\d+%?)/,
    configurations: /^(package\.json|jest\.[\w.-]+|.*jest[\w.-]*\.config\.\w+)$/,
    settings: /\bmaxWorkers\b|\bworkerIdleMemoryLimit\b/,
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
  const script = scriptIn(place, starts)
  if (serial.test(script)) return '1'
  const [, said = null] = numbered.exec(script) ?? []
  if (said !== null || !wide || isSet(runner, place)) return said
  return String(availableParallelism())
}

/** Whether a wide run differs from another. */
export function canWiden(runner: string, folder: string, root: string): boolean {
  return isKnown(runner) && workersFor(runner, { wide: true, folder }, root) !== workersFor(runner, { folder }, root)
}

const isKnown = (runner: string): runner is keyof typeof ways => Object.hasOwn(ways, runner)

/** A configuration is code: a word in it is enough to leave the matter to the runner. */
function isSet(runner: keyof typeof ways, folder: string): boolean {
  const { configurations, settings } = ways[runner]
  return readdirSync(folder).some((name) => configurations.test(name) && settings.test(readTextNow(join(folder, name))))
}
