/** The linter that the project has, by its own configuration, on the code that a change touches. */
import { posix } from 'node:path'
import { bounded, isCode } from '@sigma/measuring'
import { type Finding, jsonOf } from '@sigma/protocol'
import type { Linted } from './linter-reports.ts'
import { type Linter, linters } from './linters.ts'
import { needs } from './manifests.ts'
import { runTheirs } from './own-configuration.ts'
import { cannot } from './own-program.ts'
import { type Look, lookBefore, nothing, type Part, ready, type Told, untold } from './part.ts'
import { suppressions } from './suppressions.ts'

const what = 'files for lint'

/** More are given by their folder. */
const mostFiles = 300

export const lint: Part = async (look) => {
  const before = await lookBefore(look)
  const linter = await linterOf(look, before)
  if (linter === null) return nothing('there is no eslint, biome or oxlint with a configuration')
  const { folder } = look.project
  const within = look.changed.filter((path) => isCode(path) && (folder === '' || path.startsWith(`${folder}/`)))
  if (within.length === 0) return nothing('the change touches no code that could be linted')
  return ready(async () => {
    const given = within.map((path) => `./${posix.relative(folder, path)}`)
    const { run, report } = await runTheirs(look, before, {
      words: (place) => linter.words(given.length > mostFiles ? ['.'] : given, place),
      isConfiguration: (name) => linter.configuration.test(name),
    })
    const told = judged(linter, { run, report, files: look.files, folder })
    const touched = new Set(within)
    const hidden =
      linter.comments === null ? [] : await suppressions(look, within, { kind: 'lint', comments: linter.comments })
    return { ...told, failures: [...told.failures.filter(({ file }) => touched.has(file)), ...hidden] }
  })
}

async function linterOf(look: Look, before: Look | null): Promise<Linter | null> {
  for (const linter of linters) {
    const paths = [...look.files, ...(before?.files ?? [])]
    const isConfigured = paths.some((path) => linter.configuration.test(posix.basename(path)))
    if (isConfigured && (await needs(look, linter.package, before))) return linter
  }
  return null
}

function judged(linter: Linter, given: Linted): Told {
  const { command, outcome, why, exit, durationMs, printed } = given.run
  const by = jsonOf({ called: command, outcome, why, exit, durationMs, printed: bounded(printed, 20_000) })
  const unable = (reason: string): Finding =>
    cannot(`\`${command}\``, reason, 'Install what the project needs, and run it by hand in a fresh checkout.')
  if (outcome === 'cannot-run' || (exit ?? 2) > 1) return untold(what, by, unable(why ?? endOf(printed, exit)))
  const read = linter.read(given)
  if (read === null) return untold(what, by, unable(endOf(printed, exit)))
  return { failures: read.failures, unjudged: [], by, examined: { what, count: read.examined }, mayBeEmpty: true }
}

const endOf = (printed: string, exit: number | null): string =>
  `it ends with ${exit} and names no file. ${bounded(printed.trim().slice(-600), 600)}`.trim().replace(/\.$/, '')
