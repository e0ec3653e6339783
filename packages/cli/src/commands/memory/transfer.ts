/** `sigma memory import` and `export`: the file of the public memory server. */
import { resolve } from 'node:path'
import { SigmaError } from '@sigma/engine'
import { exportLines, importLines } from '@sigma/memory'
import type { Command } from '@stricli/core'
import type { ExitCode } from '../../errors.ts'
import { type Fault, linesOfFile } from '../../memory/lines-of-file.ts'
import { memoryLine } from '../../memory/memory-line.ts'
import { projectGraph } from '../../memory/project-graph.ts'
import { replaceFile } from '../../memory/replaced-file.ts'
import { personOf } from '../../people/person.ts'
import { counted } from '../../render/columns.ts'
import { type Context, print, printJson, talk } from '../../world.ts'
import { command } from '../command.ts'
import { jsonFlag, optional, toggle, word } from '../flags.ts'

export const importing: Command<Context> = command({
  brief: 'Take in a file of the public memory server (JSONL)',
  about:
    'Takes in a file of the public memory server of MCP: a line for each entity and each relation. What is remembered stays; entities that are known get the observations that they lack. A file with a line that cannot be read is refused whole, unless torn lines may be left out.',
  flags: { skipTorn: toggle('Leave out lines that cannot be read'), json: jsonFlag },
  takes: [word('The file', 'file')],
  plays: async ({ world }, { skipTorn, json }, file): Promise<ExitCode> => {
    const { lines, faults, faulty } = await linesOfFile(resolve(world.cwd, file))
    const [first] = faults
    if (first !== undefined && !skipTorn) throw tornFile(file, first, faulty)
    using graph = projectGraph(world, 'writes')
    const imported = importLines(graph, lines, personOf(world))
    for (const { line, why } of faults) talk(world, `warning: ${file}:${line} ${why}; it was left out.`)
    if (faulty > faults.length)
      talk(world, `warning: ${counted(faulty - faults.length, 'more line')} of ${file} cannot be read either.`)
    if (json) printJson(world, { ...imported, leftOut: faulty })
    else print(world, importedText(imported, faulty))
    return 0
  },
})

export const exporting: Command<Context> = command({
  brief: 'Write all that is remembered as a file of the public memory server (JSONL)',
  flags: {},
  takes: [optional(word('The file, which is replaced; standard output where it is left out', 'file'))],
  plays: async ({ world }, _flags, file): Promise<ExitCode> => {
    using graph = projectGraph(world, 'reads')
    if (file === undefined) {
      for (const line of exportLines(graph)) world.stdout.write(`${line}\n`)
      return 0
    }
    await replaceFile(resolve(world.cwd, file), file, exportLines(graph))
    const { entities, relations } = graph.count()
    talk(
      world,
      `${file}: ${counted(entities, { one: 'entity', many: 'entities' })}, ${counted(relations, 'relation')}.`,
    )
    return 0
  },
})

const tornFile = (file: string, { line, why }: Fault, count: number): SigmaError =>
  new SigmaError(
    'file-torn',
    `${file}:${line} ${why}${count === 1 ? '' : ` (and ${counted(count - 1, 'more line')})`}; nothing was taken in.`,
    { hint: memoryLine('import --skip-torn', file) },
  )

function importedText(
  { entities, observations, relations, joined, otherType }: ReturnType<typeof importLines>,
  leftOut: number,
): string {
  return [
    counted(entities, { one: 'new entity', many: 'new entities' }),
    counted(observations, 'observation'),
    counted(relations, 'relation'),
    ...(joined === 0 ? [] : [`${counted(joined, 'line')} about entities that were known`]),
    ...(otherType === 0
      ? []
      : [`${counted(otherType, { one: 'entity', many: 'entities' })} of another type, which stayed as it was`]),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'line')} left out`]),
  ].join(', ')
}
