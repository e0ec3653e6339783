/** The list of modules of a bank that is laid: a person confirms it, and is asked at most once (DPTR-125). */
import type { FoundModule } from '@sigma/memory'
import { moduleName } from '@sigma/protocols/modules'
import { CommandError, interruptedBefore, withinAgent } from '../errors.ts'
import { isAgents } from '../people/person.ts'
import { printableLine } from '../printable.ts'
import { talk, type World } from '../world.ts'

export interface Confirming {
  /** Modules that the project's files suggest. */
  readonly proposed: readonly FoundModule[]
  /** Modules that the bank lists or has designs of: they were confirmed before. */
  readonly known: readonly string[]
  /** From the command line; undefined: not given. */
  readonly given: readonly string[] | undefined
  /** The person takes what is proposed. */
  readonly yes: boolean
  /** True: no person can be asked, for there is no terminal, or its output is JSON. */
  readonly silent: boolean
}

/** Fails with `modules-unconfirmed` (3), `interrupted` (130), `wrong-module`, `within-agent`; nothing was written then. */
export async function confirmedModules(world: World, confirming: Confirming): Promise<readonly FoundModule[]> {
  const { proposed, known, given, yes, silent } = confirming
  const named = (names: readonly string[]): readonly FoundModule[] =>
    names.map((name) => proposed.find((each) => each.name === name) ?? { name, files: [] })
  if (given !== undefined) return named(given)
  if (known.length > 0) return named(known)
  if (proposed.length === 0) return []
  if (isAgents(world)) throw withinAgent()
  if (yes) return proposed
  if (silent || world.typed === undefined) throw modulesUnconfirmed(proposed)
  for (const { name, files } of proposed)
    talk(world, `  ${printableLine(name)}: ${printableLine(files.slice(0, 4).join(', '), 120)}`)
  const typed = await world.typed(
    'Are these the modules? [Enter: yes; or type them: auth, shop; or: none] ',
    world.signal,
  )
  if (typed === null && world.signal.aborted) throw interruptedBefore()
  if (typed === null || /^no?$/i.test(typed.trim())) throw modulesUnconfirmed(proposed)
  return typed.trim() === '' || /^y(?:es)?$/i.test(typed.trim()) ? proposed : named(namesTyped(typed))
}

function namesTyped(typed: string): readonly string[] {
  try {
    return moduleNames(typed)
  } catch (error) {
    throw wrongModules(error instanceof Error ? error.message : String(error))
  }
}

/** `auth, shop`, or `none`. Fails with an error that says what is wanted. */
export function moduleNames(typed: string): readonly string[] {
  if (typed.trim().toLowerCase() === 'none') return []
  const names = typed.split(',').map((name) => moduleName(name.trim()))
  const unlisted = names.find((name) => name.includes('`'))
  if (unlisted !== undefined)
    throw new Error(`a module of the list stands there in backticks, and ${unlisted} has one.`)
  const twice = names.find((name, at) => names.some((other, before) => before < at && same(name, other)))
  if (twice !== undefined) throw new Error(`a list of modules names each once, and ${twice} stands there twice.`)
  return names
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const wrongModules = (why: string): CommandError =>
  new CommandError(
    'wrong-module',
    64,
    `This is no list of modules, and nothing was written: ${why.replace(/\.$/, '')}.`,
    'sigma init --bank --modules auth,shop (or none)',
  )

const modulesUnconfirmed = (proposed: readonly FoundModule[]): CommandError =>
  new CommandError(
    'modules-unconfirmed',
    3,
    `The modules seem to be ${proposed.map(({ name }) => printableLine(name)).join(', ')}; a person has to confirm that, and nothing was written.`,
    'sigma init --bank --yes, or name them: sigma init --bank --modules auth,shop (or none)',
  )
