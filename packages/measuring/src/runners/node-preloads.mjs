/**
 * Loads what the project has Node load before each test file, as `--require`, `--loader` and `--import` do, behind what
 * watches over the tests. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import Module, { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A file that is not there, by which Node loads them. */
export const asking = '[preload].cjs'

/** `folder`: where Node was started, for it looks names up there. */
export async function preload(preloads, folder) {
  if (preloads.length === 0) return
  const here = join(folder, asking)
  const own = new Module(here)
  own.filename = here
  own.paths = Module._nodeModulePaths(folder)
  own._compile('exports.required = (name) => require(name); exports.imported = (name) => import(name)', here)
  const { required, imported } = own.exports
  for (const { how, name } of preloads) {
    if (how === 'require') required(name)
    else if (how === 'loader') register(name, pathToFileURL(here))
    else await imported(name)
  }
}

/** What processes that the tests fork are given, as Node would give it to them. */
export const asArguments = (preloads) => preloads.flatMap(({ how, name }) => [`--${how}`, name])

/** Node starts a file as a module where anything is imported before it; else its own rules decide. */
export const needsModules = (preloads) => preloads.some(({ how }) => how !== 'require')
