/**
 * Runs a program of `tools/` on a commit, in the sandbox, with the tools that Sigma installed for itself. It is told by a
 * JSON file what to do, and tells in SARIF what it found.
 */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Checkout, SigmaError, type ToolSet } from '@sigma/engine'
import { bounded, type CheckRun, jsonIn, runCheck } from '@sigma/measuring'
import { type Finding, type Json, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { reportTextAt } from '../commands.ts'
import { sarifFailures } from '../sarif.ts'
import type { Found } from '../seen.ts'
import { type Look, type Told, untold } from './part.ts'

interface Wanted {
  /** What is done, for people, e.g. `the secret scan`. */
  readonly called: string
  readonly program: 'audit' | 'lint' | 'pages' | 'secrets'
  /** What the program is told; it has the checkout, in which nothing else has run, and its own folder for what it needs. */
  readonly job: (checkout: Checkout) => Json | Promise<Json>
  /** Also to be read, and hosts that may be connected to. */
  readonly opens?: { readonly reads?: readonly string[]; readonly hosts?: readonly string[] }
  readonly env?: Readonly<Record<string, string>>
  /** True: the checkout has what tests find beside the commit, for the project's own code runs there. */
  readonly givesProject?: boolean
  readonly kind: Found['kind']
  /** Of what it examines, e.g. `files`. */
  readonly what: string
  readonly suggestion: string
  /** What to do where it cannot judge. */
  readonly remedy: string
}

export async function runOwn(look: Look, wanted: Wanted): Promise<Told> {
  const { world, project, commit, signal, acts } = look
  const { called, what, remedy, env = {}, opens = {} } = wanted
  if (world.tools === undefined) return untold(what, null, cannot(called, 'Sigma has no tools of its own here', remedy))
  let folder: string
  try {
    folder = await world.tools.install(toolSet(), acts)
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    return untold(what, null, cannot(called, error.message.replace(/\.$/, ''), error.hint ?? remedy))
  }
  acts(called)
  await using checkout = await world.checkouts.open(
    wanted.givesProject === true ? { commit, env: project.env, reads: project.reads } : { commit },
  )
  const [job, report] = [join(checkout.scratch, 'job.json'), join(checkout.scratch, 'report.sarif')]
  await mkdir(checkout.scratch, { recursive: true })
  await writeFile(job, JSON.stringify(await wanted.job(checkout)))
  const { confined } = checkout
  const { reads = [], hosts = [] } = opens
  const held = confined && { ...confined, reads: [...confined.reads, folder, ...reads], hosts }
  const run = await runCheck(
    world.processes,
    { ...checkout, env: { ...checkout.env, ...env }, confined: held },
    { ...project, folder: '' },
    { command: called, words: [process.execPath, programOf(wanted.program), folder, job, report] },
    signal,
  )
  return toldBy(run, await reportTextAt(report), wanted)
}

const programOf = (name: string): string => fileURLToPath(new URL(`./tools/${name}.mjs`, import.meta.url))

let known: ToolSet | null = null

/** Files beside this one, as beside the bundle. */
function toolSet(): ToolSet {
  const text = (name: string): string =>
    readFileSync(fileURLToPath(new URL(`./tools/${name}`, import.meta.url)), 'utf8')
  known ??= { name: 'specialists', manifest: text('manifest.json'), lock: text('lock.json') }
  return known
}

const reportSchema = z.object({ runs: z.tuple([z.object({ properties: z.object({ examined: z.int().min(0) }) })]) })

/** What a run and its report come to. */
export function toldBy(run: CheckRun, report: string | null, { called, kind, what, suggestion, remedy }: Wanted): Told {
  const { outcome, why, exit, durationMs, printed } = run
  const by = jsonOf({ called, outcome, why, exit, durationMs, printed: bounded(printed, 20_000) })
  const failures = sarifFailures(report ?? '')
  const { data } = reportSchema.safeParse(jsonIn(report ?? ''))
  const isOver = outcome === 'passed' ? failures?.length === 0 : exit === 1 && (failures?.length ?? 0) > 0
  if (outcome === 'cannot-run' || !isOver || failures === null || data === undefined)
    return untold(what, by, cannot(called, why ?? reasonIn(printed, exit), remedy))
  const [{ properties }] = data.runs
  return {
    failures: failures.map((failure) => ({ ...failure, kind, suggestion })),
    unjudged: [],
    by,
    examined: { what, count: properties.examined },
  }
}

const reasonIn = (printed: string, exit: number | null): string =>
  printed.trim() === '' ? `it ends with ${exit} and prints nothing` : bounded(printed.trim(), 600).replace(/\.$/, '')

export const cannot = (called: string, why: string, remedy: string): Finding => ({
  rule: 'specialist-cannot-run',
  message: `${called[0]?.toUpperCase()}${called.slice(1)} cannot judge: ${why}.`,
  remedy,
})
