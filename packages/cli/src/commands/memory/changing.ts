/** `sigma memory add` and `forget`. */
import { nearest, SigmaError } from '@sigma/engine'
import type { Command } from '@stricli/core'
import { memoryLine } from '../../memory/memory-line.ts'
import { graphIfAny, projectGraph } from '../../memory/project-graph.ts'
import { entityUnknownTo } from '../../memory/some-entities.ts'
import { personOf } from '../../people/person.ts'
import { counted } from '../../render/columns.ts'
import { type Context, print, printJson, talk } from '../../world.ts'
import { command } from '../command.ts'
import { jsonFlag, optional, valued, word } from '../flags.ts'

/** A text that says nothing is no name, type or observation of a person's. */
const said = (brief: string, placeholder: string) => ({
  ...word(brief, placeholder),
  parse: (typed: string): string => {
    if (typed.trim() === '') throw new Error('it is empty.')
    return typed
  },
})

const name = said('Name of the entity', 'name')

export const add: Command<Context> = command({
  brief: 'Remember something: an observation about an entity, which is made where there is none of that name',
  flags: {
    type: valued(said('Type of the entity, where it is new; "note" where nothing is said', 'type')),
    json: jsonFlag,
  },
  takes: [name, optional(said('What is known of it', 'observation'))],
  plays: ({ world }, { type, json }, entityName, observation) => {
    using graph = projectGraph(world, 'writes')
    const by = personOf(world)
    const contents = observation === undefined ? [] : [observation]
    const entityType = type ?? 'note'
    const created = graph.createEntities([{ name: entityName, entityType, observations: contents }], by)
    const [added] = created.length > 0 ? [] : graph.addObservations([{ entityName, contents }], by)
    const isNew = created.length > 0 || (added?.addedObservations.length ?? 0) > 0
    const kept = created.length > 0 || type === undefined ? undefined : graph.known(entityName)?.entityType
    if (kept !== undefined && kept !== type)
      talk(world, `note: ${entityName} has the type ${kept} already, which stays.`)
    if (json) printJson(world, { entity: entityName, created: created.length > 0, added: isNew })
    else print(world, isNew ? `Remembered of ${entityName}.` : `That was remembered of ${entityName} already.`)
    return 0
  },
})

export const forget: Command<Context> = command({
  brief: 'Forget an entity with its relations, or one of its observations; no file has it afterwards',
  flags: { json: jsonFlag },
  takes: [
    word('Name of the entity', 'name'),
    optional(word('The observation, word for word; without it all of the entity', 'observation')),
  ],
  plays: ({ world }, { json }, entityName, observation) => {
    using graph = graphIfAny(world)
    const known = graph?.known(entityName) ?? null
    if (graph === null || known === null) throw entityUnknownTo(graph, entityName)
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

const noSuchObservation = (entity: string, observation: string, known: readonly string[]): SigmaError => {
  const near = nearest(observation, known)
  return new SigmaError(
    'observation-unknown',
    `That was not said of ${entity}${near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`}`,
    { hint: memoryLine('show', entity) },
  )
}
