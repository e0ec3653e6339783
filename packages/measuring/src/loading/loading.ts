/** Does every file parse, and load (DPTR-78): by the runner where it has a way of its own, else by plain Node, each in a process of its own? */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Processes } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { z } from 'zod'
import type { Bench } from '../benches/bench.ts'
import { confinedTo } from '../benches/confining.ts'
import { overLimit } from '../runners/ending.ts'
import { readNodeArguments } from '../runners/node-arguments.ts'
import { parse } from '../syntax/syntax.ts'
import { bounded, listed } from '../text.ts'
import { all, cannotJudge, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { broken, loadsByRunner } from './loading-by-runner.ts'

const loader: string = fileURLToPath(new URL('./load-file.mjs', import.meta.url))
const outcome = z.union([
  z.object({ loaded: z.literal(true) }),
  z.object({ loaded: z.literal(false), name: z.string(), message: z.string(), code: z.string().nullable() }),
])

export interface Loading {
  readonly processes: Processes
  /** Where tests are started, relative to the checkout. */
  readonly folder: string
  /** Globs of test files. */
  readonly tests: readonly string[]
  /** Arguments that tests need Node to have; absent: none. */
  readonly node?: readonly string[] | undefined
  readonly limitMs: number
  readonly signal: AbortSignal
}

export async function loads(bench: Bench, files: readonly string[], loading: Loading): Promise<Reasons> {
  const texts = await bench.texts(files)
  const wrong = files.flatMap((file) => syntaxErrors(file, texts.get(file) ?? ''))
  if (wrong.length > 0) return refuse(...wrong)
  const { loading: textOf } = bench.runner
  const byRunner =
    textOf === null || files.length === 0 ? null : await loadsByRunner(bench, files, textOf, loading.tests)
  if (byRunner !== null) return byRunner
  let reasons = noReasons
  for (const file of files) reasons = all(reasons, await load(bench, file, loading))
  return reasons
}

function syntaxErrors(file: string, text: string): readonly Finding[] {
  const { errors } = parse(file, text)
  return errors.length === 0 ? [] : [broken(file, `has syntax errors: ${listed(errors, 3)}`)]
}

async function load(
  bench: Bench,
  file: string,
  { processes, folder, node, limitMs, signal }: Loading,
): Promise<Reasons> {
  const { switches, preloads } = readNodeArguments(node ?? [])
  if (/x$/.test(file) && preloads.length === 0) return noReasons
  const { path, scratch, env } = bench.checkout
  const result = join(scratch, 'loaded.json')
  const command = ['node', ...switches, loader, join(path, file), result, JSON.stringify(preloads)]
  const spec = { command, cwd: join(path, folder), env, limitMs, maxOutputBytes: 16 * 1024, graceMs: 1_000 }
  const ended = await confinedTo(processes, bench.checkout.confined).run(spec, signal)
  signal.throwIfAborted()
  if (ended.end === 'unstartable') {
    return cannotJudge({
      rule: 'runner-missing',
      message: `${file} could not be loaded: ${ended.reason ?? 'node was not found'}.`,
      remedy: 'Install Node 20 or newer so that `node` is on the PATH.',
    })
  }
  if (ended.exceeded !== undefined) return cannotJudge(overLimit(ended.exceeded))
  if (ended.end === 'timeout') {
    return cannotJudge({
      rule: 'timed-out',
      message: `${file} did not finish loading within ${limitMs} ms.`,
      remedy: 'Let nothing wait while a file loads.',
    })
  }
  const seen = await readOutcome(result)
  if (seen === null) {
    const how = ended.signal ?? `exit ${ended.exit}`
    return refuse(
      broken(
        file,
        `ended the process while it was loaded (${how}): ${bounded(ended.stderr.trim())}`.replace(/: $/, '.'),
      ),
    )
  }
  if (seen.loaded || seen.code === 'ERR_UNKNOWN_FILE_EXTENSION') return noReasons
  return refuse(broken(file, `does not load: ${seen.name}: ${bounded(seen.message)}`))
}

/** Reads and forgets, so that the next file cannot be taken for this one. */
async function readOutcome(path: string): Promise<z.infer<typeof outcome> | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text === '') return null
  await rm(path, { force: true })
  const read = outcome.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}
