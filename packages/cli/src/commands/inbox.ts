import type { Command } from '@stricli/core'
import { differenceOf } from '../evidence/difference.ts'
import { allAsked } from '../people/asked.ts'
import { askedText } from '../people/asked-text.ts'
import { workspaceFolder } from '../project/folders.ts'
import { locate } from '../project/place.ts'
import { decisionText, noDifference } from '../render/decision-text.ts'
import { readerOf } from '../runs/reader.ts'
import { wordsIn } from '../runs/words.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag } from './flags.ts'

export const inboxCommand: Command<Context> = command({
  brief: 'Show the decisions and turns that wait for a person',
  flags: { json: jsonFlag },
  plays: ({ world }, { json }) => inbox(world, json),
})

function inbox(world: World, json: boolean): 0 {
  const place = locate(world)
  using reader = readerOf(place.folder)
  const asked = (reader === null ? [] : allAsked(reader)).map((turn) => ({
    turn,
    folder: workspaceFolder(world, place, turn.run, turn.at.workspace),
  }))
  const decisions = (reader?.inbox() ?? []).map((decision) => ({
    decision,
    folder: workspaceFolder(world, place, decision.run, decision.consult.at.workspace),
    diff: reader === null ? noDifference : differenceOf(reader, decision, wordsIn(reader, decision.run)),
  }))
  if (json)
    printJson(world, {
      decisions: decisions.map(({ decision, folder, diff }) => ({ ...decision, workspace: folder, diff: diff.lines })),
      turns: asked.map(({ turn, folder }) => ({ ...turn, workspace: folder })),
    })
  else if (decisions.length + asked.length === 0) print(world, 'Nothing waits for a decision.')
  else {
    const texts = [
      ...decisions.map(({ decision, folder, diff }) => decisionText(decision, folder, world.now(), diff)),
      ...asked.map(({ turn, folder }) => askedText(turn, folder, world.now())),
    ]
    print(world, texts.join('\n\n'))
  }
  return 0
}
