/** `sigma memory list`, `show` and `search`: what agents remember of the project, for people. Who only looks makes no memory. */
import type { Entity, Session } from '@sigma/memory'
import type { Command } from '@stricli/core'
import {
  dialogueJson,
  dialogueNamed,
  dialoguesIn,
  dialoguesText,
  dialogueText,
  sayingOf,
} from '../../memory/dialogues.ts'
import { memoryLine } from '../../memory/memory-line.ts'
import { entitiesText, foundText, knownText } from '../../memory/memory-text.ts'
import { graphIfAny } from '../../memory/project-graph.ts'
import { entityUnknownTo, someFound, someOf } from '../../memory/some-entities.ts'
import { type Context, print, printJson, talk } from '../../world.ts'
import { command } from '../command.ts'
import { jsonFlag, wholeNumber, word } from '../flags.ts'

const most = {
  kind: 'parsed',
  ...word('Show so many entities at most', 'n'),
  parse: wholeNumber(1, 1_000_000),
  default: '200',
} as const

export const list: Command<Context> = command({
  brief: 'List what is remembered: each entity with the last that was said of it, and the dialogues of runs',
  flags: { most, json: jsonFlag },
  plays: ({ world }, { most, json }) => {
    const dialogues = dialoguesIn(world)
    using graph = graphIfAny(world)
    const counts = graph?.count() ?? { entities: 0, observations: 0, relations: 0 }
    const entities = graph === null ? [] : someOf(graph, most)
    const more = Math.max(0, counts.entities - entities.length)
    if (json) printJson(world, { ...counts, list: entities, more, dialogues: dialogues.map(dialogueJson) })
    else print(world, listText(entities, dialogues, world.stdout.columns))
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
  takes: [word('Name of the entity or dialogue', 'name')],
  plays: ({ world }, { json }, wanted) => {
    using graph = graphIfAny(world)
    const dialogue = dialogueNamed(world, wanted)
    const known = graph?.known(wanted) ?? null
    if (known === null && dialogue === null) throw entityUnknownTo(graph, wanted)
    const told = dialogue === null ? null : dialogueJson(dialogue)
    if (json) printJson(world, known === null ? told : { ...known, ...(told !== null && { dialogue: told }) })
    else
      print(
        world,
        [...(known === null ? [] : [knownText(known)]), ...(dialogue === null ? [] : [dialogueText(dialogue)])].join(
          '\n\n',
        ),
      )
    return 0
  },
})

export const search: Command<Context> = command({
  brief: 'Find entities in whose name, type or observations a text stands, and dialogues of runs',
  about:
    'Finds entities in whose name, type or observations a text stands, in whatever case, with their relations, and what was said in the dialogues of runs. Exit code 1 where nothing is found.',
  flags: { most, json: jsonFlag },
  takes: [word('Text to look for, in whatever case', 'text')],
  plays: ({ world }, { most, json }, text) => {
    using graph = graphIfAny(world)
    const found = graph === null ? { entities: [], relations: [], more: 0 } : someFound(graph, text, most)
    const dialogues = dialoguesIn(world).flatMap((each) => sayingOf(each, text) ?? [])
    const isNothing = found.entities.length === 0 && dialogues.length === 0
    if (json) printJson(world, { ...found, dialogues: dialogues.map(dialogueJson) })
    else if (isNothing) talk(world, `Nothing is remembered in which ${JSON.stringify(text)} stands.`)
    else
      print(
        world,
        [...(found.entities.length === 0 ? [] : [foundText(found, text)]), ...dialogues.map(dialogueText)].join('\n'),
      )
    if (!json && found.more > 0)
      talk(world, `${found.more} more: ${memoryLine(`search --most ${found.more + found.entities.length}`, text)}`)
    return isNothing ? 1 : 0
  },
})
