/** Protocols that a project writes down as data, whichever of Sigma's protocols plays them. */
import type { Defined, Kit, Limits, ReadDefined } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { nameOfProtocol, noDefinedKind } from '../errors.ts'
import { locate } from '../project/place.ts'
import type { World } from '../world.ts'

export interface DefinedBy {
  readonly kit: Kit
  readonly defined: Defined
}

export async function allDefined(): Promise<readonly DefinedBy[]> {
  const found = kits.flatMap((kit) => (kit.defined === undefined ? [] : [{ kit, load: kit.defined }]))
  return await Promise.all(found.map(async ({ kit, load }) => ({ kit, defined: await load() })))
}

/** Folder that their names count from: the project's; where there is none, that of the command. */
function rootOf(world: World): string {
  try {
    return locate(world).root
  } catch {
    return world.cwd
  }
}

/** By its name in the project, or by its folder. Null: there is none. */
export async function definedNamed(
  world: World,
  named: string,
  limits: Limits,
): Promise<{ readonly kit: Kit; readonly read: ReadDefined } | null> {
  const place = { root: rootOf(world), cwd: world.cwd }
  for (const { kit, defined } of await allDefined()) {
    const read = defined.read(named, place, limits)
    if (read !== null) return { kit, read }
  }
  return null
}

export async function definedNames(world: World): Promise<readonly string[]> {
  const root = rootOf(world)
  return (await allDefined()).flatMap(({ defined }) => defined.names(root))
}

/** Lays an example into the project. Fails as `Defined` does, and where the name means a protocol of Sigma's. */
export async function layDefined(world: World, name: string): Promise<readonly string[]> {
  const { root } = locate(world)
  const [first] = await allDefined()
  if (first === undefined) throw noDefinedKind()
  if (kits.some((kit) => kit.name === name)) throw nameOfProtocol(name)
  return first.defined.lay(name, root)
}
