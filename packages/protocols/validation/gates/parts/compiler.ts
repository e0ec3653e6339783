/** The project's own TypeScript, where it has one: `tsc` without output, by its tsconfig.json. */
import { posix } from 'node:path'
import { bounded, type CheckRun } from '@sigma/measuring'
import { jsonOf } from '@sigma/protocol'
import type { Found } from '../seen.ts'
import { foldersOf, needs } from './manifests.ts'
import { runTheirs } from './own-configuration.ts'
import { cannot } from './own-program.ts'
import { changedCode, type Look, lookBefore, nothing, type Part, ready, type Told, untold } from './part.ts'
import { suppressions } from './suppressions.ts'

const what = 'files for types'
const called = 'tsc --noEmit'
const comments = /@ts-(?:ignore|expect-error|nocheck)\b/

export const types: Part = async (look) => {
  const before = await lookBefore(look)
  const config = posix.join(look.project.folder, 'tsconfig.json')
  if (!look.files.has(config) && before?.files.has(config) !== true) return nothing('there is no tsconfig.json')
  if (!(await needs(look, 'typescript', before)))
    return nothing(
      `${foldersOf(look)
        .map((folder) => posix.join(folder, 'package.json'))
        .join(' and ')} names no typescript`,
    )
  return ready(async () => {
    // References alone name no file: only `--build` follows them.
    const text = (await before?.text(config)) ?? (await look.text(config)) ?? ''
    const isSolution = /"references"\s*:/.test(text)
    const mode = isSolution ? ['--build', '--noEmit'] : ['--noEmit', '--project', 'tsconfig.json']
    const { run } = await runTheirs(look, before, {
      words: () => ['tsc', ...mode, '--pretty', 'false', '--listFiles'],
      isConfiguration: (name) => /^tsconfig.*\.json$/.test(name),
    })
    const told = typesTold(run, look)
    const hidden = await suppressions(look, changedCode(look), { kind: 'type', comments })
    return { ...told, failures: [...told.failures, ...hidden] }
  })
}

const diagnostic = /^(?<file>[^\s(][^(]*)\((?<line>\d+),\d+\): error (?<code>TS\d+): (?<message>.*)$/

/** `run` printed the files that it read as well. */
export function typesTold(run: CheckRun, { files, project: { folder } }: Pick<Look, 'files' | 'project'>): Told {
  const { outcome, why, exit, durationMs, printed } = run
  // Some versions print each finding more than once.
  const lines = [...new Set(printed.split('\n'))]
  const named = (path: string): string => posix.normalize(posix.join(folder, path))
  const inProject = (path: string): string | null => [named(path), path].find((each) => files.has(each)) ?? null
  const failures = lines.flatMap((line): readonly Found[] => {
    const { file = '', line: at, code = '', message = '' } = diagnostic.exec(line)?.groups ?? {}
    const path = code === '' ? null : inProject(file)
    const suggestion = 'Mend the type; a comment that switches the compiler off, or `any`, mends nothing.'
    return path === null
      ? []
      : [{ kind: 'type', file: path, name: code, message, line: Number(at), severity: 'high', suggestion }]
  })
  const said = lines.filter((line) => inProject(line.trim()) === null)
  const by = jsonOf({ called, outcome, why, exit, durationMs, printed: bounded(said.join('\n'), 20_000) })
  if (outcome === 'cannot-run' || (outcome === 'failed' && failures.length === 0)) {
    const reason = why ?? bounded(said.filter((line) => /error/.test(line)).join('\n') || `it ends with ${exit}`, 600)
    return untold(what, by, cannot(called, reason, 'Install what the project needs, and run `npx tsc --noEmit`.'))
  }
  const examined = new Set(lines.flatMap((line) => inProject(line.trim()) ?? []))
  return { failures, unjudged: [], by, examined: { what, count: examined.size } }
}
