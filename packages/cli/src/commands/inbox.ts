import { buildCommand, type Command } from '@stricli/core'
import { differenceOf } from '../evidence/difference.ts'
import { allAsked } from '../people/asked.ts'
import { askedText } from '../people/asked-text.ts'
import { workspaceFolder } from '../project/folders.ts'
import { locate } from '../project/place.ts'
import { decisionText, noDifference } from '../render/decision-text.ts'
import { readerOf } from '../runs/reader.ts'
import { wordsIn } from '../runs/words.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly json: boolean
}

export const inboxCommand: Command<Context> = buildCommand({
  docs: { brief: 'Show the decisions and turns that wait for a person' },
  parameters: { flags: { json: jsonFlag } },
  func(this: Context, flags: Flags) {
    inbox(this.world, flags)
  },
})

function inbox(world: World, { json }: Flags): void {
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
}
