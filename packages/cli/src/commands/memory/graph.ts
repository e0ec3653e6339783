/** `sigma memory`: what agents remember of the project, for people. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { nearest, SigmaError } from '@sigma/engine'
import { type Entity, exportLines, type Graph, importLines, type Page, type Session } from '@sigma/memory'
import type { Command } from '@stricli/core'
import type { ExitCode } from '../../errors.ts'
import { dialogueJson, dialogueNamed, dialoguesIn, dialoguesText, dialogueText } from '../../memory/dialogues.ts'
import { linesOfFile } from '../../memory/lines-of-file.ts'
import { entitiesText, foundText, knownText } from '../../memory/memory-text.ts'
import { hasGraph, projectGraph } from '../../memory/project-graph.ts'
import { personOf } from '../../people/person.ts'
import { counted } from '../../render/columns.ts'
import { type Context, print, printJson, talk } from '../../world.ts'
import { command } from '../command.ts'
import { jsonFlag, optional, toggle, valued, wholeNumber, word } from '../flags.ts'

const name = word('Name of the entity', 'name')

export const list: Command<Context> = command({
  brief: 'List what is remembered: each entity with the last that was said of it, and the dialogues of runs',
  flags: {
    most: {
      kind: 'parsed',
      ...word('Show so many entities at most', 'n'),
      parse: wholeNumber(1, 1_000_000),
      default: '200',
    },
    json: jsonFlag,
  },
  plays: ({ world }, { most, json }) => {
    const dialogues = dialoguesIn(world)
    // Who only looks makes no memory, and is told of dialogues all the same.
    using graph = dialogues.length === 0 || hasGraph(world) ? projectGraph(world, 'reads') : null
    const counts = graph?.count() ?? { entities: 0, observations: 0, relations: 0 }
    const entities = graph === null ? [] : some(graph, most)
    if (json) printJson(world, { ...counts, list: entities, dialogues: dialogues.map(dialogueJson) })
    else print(world, listText(entities, dialogues, world.stdout.columns))
    const more = counts.entities - entities.length
    if (!json && more > 0) talk(world, `${more} more: sigma memory list --most ${counts.entities}`)
    return 0
  },
})

function listText(entities: readonly Entity[], dialogues: readonly Session[], width: number): string {
  const parts = [
    ...(entities.length === 0 ? [] : [entitiesText(entities, width)]),
    ...(dialogues.length === 0 ? [] : [dialoguesText(dialogues)]),
  ]
  return parts.length === 0 ? 'Nothing is remembered in this project yet.' : parts.join('\n\n')
}

export const show: Command<Context> = command({
  brief: 'Show an entity: what was said of it, by whom and when, and its relations; or a dialogue of a run',
  flags: { json: jsonFlag },
  takes: [name],
  plays: ({ world }, { json }, wanted) => {
    const dialogue = dialogueNamed(world, wanted)
    if (dialogue !== null) {
      if (json) printJson(world, dialogueJson(dialogue))
      else print(world, dialogueText(dialogue))
      return 0
    }
    using graph = projectGraph(world, 'reads')
    const known = graph.known(wanted) ?? unknown(graph, wanted)
    if (json) printJson(world, known)
    else print(world, knownText(known))
    return 0
  },
})

export const search: Command<Context> = command({
  brief: 'Find entities in whose name, type or observations a text stands',
  flags: { json: jsonFlag },
  takes: [word('Text to look for, in whatever case', 'text')],
  plays: ({ world }, { json }, text) => {
    using graph = projectGraph(world, 'reads')
    const page = graph.search(text)
    if (json) printJson(world, shownPage(page))
    else if (page.entities.length === 0) talk(world, `Nothing is remembered in which ${JSON.stringify(text)} stands.`)
    else print(world, foundText(page, text))
    if (!json && page.next !== null) talk(world, 'There is more: look for a longer text, or export all of it.')
    return page.entities.length === 0 ? 1 : 0
  },
})

export const add: Command<Context> = command({
  brief: 'Remember something: an observation about an entity, which is made where there is none of that name',
  flags: {
    type: valued(word('Type of the entity, where it is new; "note" where nothing is said', 'type')),
    json: jsonFlag,
  },
  takes: [name, optional(word('What is known of it', 'observation'))],
  plays: ({ world }, { type = 'note', json }, entityName, observation) => {
    using graph = projectGraph(world, 'writes')
    const by = personOf(world)
    const contents = observation === undefined ? [] : [observation]
    const created = graph.createEntities([{ name: entityName, entityType: type, observations: contents }], by)
    const [added] = created.length > 0 ? [] : graph.addObservations([{ entityName, contents }], by)
    const isNew = created.length > 0 || (added?.addedObservations.length ?? 0) > 0
    if (json) printJson(world, { entity: entityName, created: created.length > 0, added: isNew })
    else print(world, isNew ? `Remembered of ${entityName}.` : `That was remembered of ${entityName} already.`)
    return 0
  },
})

export const forget: Command<Context> = command({
  brief: 'Forget an entity with its relations, or one of its observations; no file has it afterwards',
  flags: { json: jsonFlag },
  takes: [name, optional(word('The observation, word for word; without it all of the entity', 'observation'))],
  plays: ({ world }, { json }, entityName, observation) => {
    using graph = projectGraph(world, 'reads')
    const known = graph.known(entityName) ?? unknown(graph, entityName)
    if (observation === undefined) graph.deleteEntities([entityName])
    else {
      const texts = known.observations.map(({ text }) => text)
      if (!texts.includes(observation)) throw noSuchObservation(entityName, observation, texts)
      graph.deleteObservations([{ entityName, observations: [observation] }])
    }
    graph.scrub()
    const forgotten = observation === undefined ? known.observations.length : 1
    if (json) printJson(world, { entity: entityName, observations: forgotten, whole: observation === undefined })
    else
      print(
        world,
        `Forgotten: ${observation === undefined ? `${entityName}, with ` : ''}${counted(forgotten, 'observation')}.`,
      )
    return 0
  },
})

export const importing: Command<Context> = command({
  brief: 'Take in a file of the public memory server (JSONL)',
  about:
    'Takes in a file of the public memory server of MCP: a line for each entity and each relation. What is remembered stays; entities that are known get the observations that they lack. A file with a line that cannot be read is refused whole, unless torn lines may be left out.',
  flags: { skipTorn: toggle('Leave out lines that cannot be read'), json: jsonFlag },
  takes: [word('The file', 'file')],
  plays: async ({ world }, { skipTorn, json }, file): Promise<ExitCode> => {
    const { lines, faults } = await linesOfFile(resolve(world.cwd, file))
    const [first] = faults
    if (first !== undefined && !skipTorn) throw tornFile(file, first, faults.length)
    using graph = projectGraph(world, 'writes')
    const imported = importLines(graph, lines, personOf(world))
    for (const { line, why } of faults.slice(0, 20)) talk(world, `warning: ${file}:${line} ${why}; it was left out.`)
    if (json) printJson(world, { ...imported, leftOut: faults.length })
    else print(world, importedText(imported, faults.length))
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
    const path = resolve(world.cwd, file)
    await writeLines(`${path}.new`, exportLines(graph))
    await rename(`${path}.new`, path)
    const { entities, relations } = graph.count()
    talk(
      world,
      `${file}: ${counted(entities, { one: 'entity', many: 'entities' })}, ${counted(relations, 'relation')}.`,
    )
    return 0
  },
})

function some(graph: Graph, most: number): readonly Entity[] {
  const entities: Entity[] = []
  let after: string | undefined
  do {
    const page = graph.read(after)
    for (const entity of page.entities) if (entities.at(-1)?.name !== entity.name) entities.push(entity)
    after = page.next !== null && page.relations.length === 0 ? page.next : undefined
  } while (after !== undefined && entities.length < most)
  return entities.slice(0, most)
}

const shownPage = ({ entities, relations, next }: Page) => ({ entities, relations, nextCursor: next })

function unknown(graph: Graph, wanted: string): never {
  const near = nearest(
    wanted,
    some(graph, 1_000).map((entity) => entity.name),
  )
  throw new SigmaError(
    'entity-unknown',
    `Nothing is remembered of ${JSON.stringify(wanted)}${near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`}`,
    { hint: near === null ? 'sigma memory list' : `sigma memory show ${JSON.stringify(near)}` },
  )
}

const noSuchObservation = (entity: string, observation: string, known: readonly string[]): SigmaError => {
  const near = nearest(observation, known)
  return new SigmaError(
    'observation-unknown',
    `That was not said of ${entity}${near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`}`,
    { hint: `sigma memory show ${JSON.stringify(entity)}` },
  )
}

const tornFile = (
  file: string,
  { line, why }: { readonly line: number; readonly why: string },
  count: number,
): SigmaError =>
  new SigmaError(
    'file-torn',
    `${file}:${line} ${why}${count === 1 ? '' : ` (and ${count - 1} more lines)`}; nothing was taken in.`,
    { hint: `sigma memory import --skip-torn ${file}` },
  )

function importedText(
  { entities, observations, relations, joined }: ReturnType<typeof importLines>,
  leftOut: number,
): string {
  return [
    counted(entities, { one: 'new entity', many: 'new entities' }),
    counted(observations, 'observation'),
    counted(relations, 'relation'),
    ...(joined === 0 ? [] : [`${counted(joined, 'line')} about entities that were known`]),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'line')} left out`]),
  ].join(', ')
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path, { mode: 0o600 })
  await once(stream, 'open')
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
}
