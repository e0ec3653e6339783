/** The definition that a route names: one that comes with Sigma, or one of the project. */
import { join } from 'node:path'
import { brokenOwn, unknownRoute } from '../commands/errors.ts'
import { definitionOf } from '../machine/built-in.ts'
import type { Definition } from '../machine/definition.ts'
import { executionFolder } from '../machine/paths.ts'
import { ownNames } from './folders.ts'
import { type OwnProtocol, readOwn } from './read.ts'

/** Fails with `wrong-command-line` and `protocol-faulty`. */
export function definitionNamed(route: string, root: string): Definition {
  const known = definitionOf(route)
  if (known !== null) return known
  if (!ownNames(root).includes(route)) throw unknownRoute(route)
  const { definition, faults } = ownNamed(route, root)
  if (definition === null) throw brokenOwn(route, faults)
  return definition
}

/** One of the project, by its name. */
export function ownNamed(name: string, root: string): OwnProtocol {
  const called = `${executionFolder}/${name}`
  return readOwn(join(root, called), called)
}
