import { allAsked } from '../people/asked.ts'
import { askedFolder, askedHere } from '../people/asked-text.ts'
import { decisionFolder, decisionHere, versionsOf } from '../people/decision-here.ts'
import { locate } from '../project/place.ts'
import { answeringOf } from '../render/answering.ts'
import { readerOf } from '../runs/reader.ts'
import { print, printJson } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag } from './flags.ts'

export const inboxCommand = command({
  brief: 'Show the decisions and turns that wait for a person',
  flags: { json: jsonFlag },
  plays: ({ world }, { json }) => {
    const place = locate(world)
    using reader = readerOf(place.folder)
    const [decisions, turns] = reader === null ? [[], []] : [reader.inbox(), allAsked(reader)]
    if (json)
      printJson(world, {
        decisions: decisions.map((each) => ({
          ...each,
          answering: answeringOf(each),
          workspace: decisionFolder(world, place, each),
          diff: reader === null ? [] : versionsOf(reader, each).lines,
          ahead: reader === null ? {} : Object.fromEntries(reader.ahead(each)),
        })),
        turns: turns.map((turn) => ({ ...turn, workspace: askedFolder(world, place, turn) })),
      })
    else if (reader === null || decisions.length + turns.length === 0) print(world, 'Nothing waits for a decision.')
    else {
      const texts = [
        ...decisions.map((each) => decisionHere(world, place, reader, each)),
        ...turns.map((turn) => askedHere(world, place, turn)),
      ]
      print(world, texts.join('\n\n'))
    }
    return 0
  },
})
