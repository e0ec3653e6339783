/** A command line that the host carries out for a program that has none of Sigma's code: parsed, played and printed here. */
import { type Handler, handler } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import type { Plays, Program, World } from '../world.ts'
import type { LiveDesk } from './desk.ts'
import { elsewhere, gathering } from './gathered.ts'
import { type LineAnswer, type LiveDoor, line } from './operations.ts'

export interface LinesSpec {
  readonly world: World
  /** Folder of the configuration, where the lines are played. */
  readonly root: string
  readonly desk: LiveDesk
  /** The protocol whose live run the programs are for. */
  readonly protocolOf: (program: string) => string | null
}

export function lineHandlers({ world, root, desk, protocolOf }: LinesSpec) {
  const handlersFor = (isTurn: boolean): readonly Handler[] => [
    handler(line, async ({ program, words, key, token, by }, { gone }) => {
      const protocol = protocolOf(program)
      const { plays } = world
      if (
        plays === undefined ||
        protocol === null ||
        program !== 'pm' ||
        isTurn !== (token !== null) ||
        !isPlain(program, words)
      )
        return elsewhere
      const told = token === null ? desk.doorOfPerson(protocol, by, gone) : desk.doorOfTurn(token, gone)
      const door: LiveDoor = { ...told, call: (call, begins) => told.call({ ...call, key }, begins) }
      return await played({ ...world, cwd: root, door, signal: gone }, plays, words, program)
    }),
  ]
  return { forTurns: handlersFor(true), forPeople: handlersFor(false) }
}

/** Help, completion, files, questions, what begins a run and what goes on without end are the whole program's. */
function isPlain(program: string, [name, ...words]: readonly string[]): boolean {
  const own = kits.flatMap(({ commands }) => commands).find((each) => each.program === program && each.name === name)
  if (own === undefined || words.some((each) => /^(--help|-h|--follow)$/.test(each))) return false
  const { does, flags } = own
  if (Object.values(flags).some(({ kind }) => kind === 'file')) return false
  return (
    does.kind === 'reads-live' || (does.kind === 'calls-live' && does.begins !== true && does.confirms === undefined)
  )
}

async function played(world: World, plays: Plays, words: readonly string[], program: Program): Promise<LineAnswer> {
  const [out, err] = [gathering(), gathering()]
  const inner: World = { ...world, stdout: out.terminal, stderr: err.terminal, typed: undefined, screen: undefined }
  const exit = await plays(inner, words, program)
  return { out: out.text(), err: err.text(), exit }
}
