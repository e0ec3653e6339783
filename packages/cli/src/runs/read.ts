import type { GivenFlags, Kit, KitCommand, Reads } from '@sigma/engine'
import { locate } from '../project/place.ts'
import { print, printJson, type World } from '../world.ts'
import { runOfKit } from './chosen-run.ts'
import { runReaderOf } from './reader.ts'

/** What is typed after a kit's command. */
export interface Asked {
  /** A run, or what it is about. */
  readonly word: string
  readonly flags: GivenFlags
  readonly json: boolean
}

/** The same, with the command that is meant and the kit that brings it. */
export interface AskedOfKit extends Asked {
  readonly kit: Kit
  readonly command: KitCommand
  /** True: the working tree stands for the change that the word would name. */
  readonly workingTree?: true | undefined
  /** Number of the issue that the word stands for. */
  readonly issue?: number | undefined
}

/** Shows what a kit's command reads of a run. */
export async function read(world: World, reads: Reads, { word, flags, json, kit, command }: AskedOfKit): Promise<0> {
  using reader = runReaderOf(locate(world).folder)
  const run = runOfKit(reader, word, kit, command.name)
  const { text, data } = (await reads.load())({ reader, run, flags })
  if (json) printJson(world, data)
  else print(world, text)
  return 0
}
