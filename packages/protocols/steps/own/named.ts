/** The definition that a route names: one that comes with Sigma, or one of the project. */
import { join } from 'node:path'
import { brokenOwn, unknownRoute } from '../commands/errors.ts'
import { definitionOf, routes } from '../machine/built-in.ts'
import type { Definition } from '../machine/definition.ts'
import { executionFolder } from '../machine/paths.ts'
import { ownNames } from './folders.ts'
import { readOwn } from './read.ts'

/** Those that come with Sigma, then the project's own (EXE-25). */
export const routesIn = (root: string): readonly string[] => [...routes, ...ownNames(root)]

/** Fails with `wrong-command-line` and `protocol-faulty`. */
export function definitionNamed(route: string, root: string): Definition {
  const known = definitionOf(route)
  if (known !== null) return known
  if (!ownNames(root).includes(route)) throw unknownRoute(route, routesIn(root))
  const called = `${executionFolder}/${route}`
  const { definition, faults } = readOwn(join(root, called), called)
  if (definition === null) throw brokenOwn(route, faults)
  return definition
}
