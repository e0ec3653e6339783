/**
 * Loads the protocols that a project brings, before anything asks which protocols there are. They run as programs, so
 * only once they were confirmed; what cannot be loaded is said, and the command goes on without it.
 */
import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isKit, type Kit } from '@sigma/engine'
import { adopt, shipped } from '@sigma/protocols'
import { requireKitNames } from '../command-line/kit-names.ts'
import { isOwn } from '../commands/catalog.ts'
import { isAgents } from '../people/person.ts'
import { nameText } from '../printable.ts'
import type { Place } from '../project/place.ts'
import { isOwnTrusted } from '../trust/own-protocols.ts'
import { talk, type World } from '../world.ts'
import { type OwnPrograms, ownProtocols } from './folder.ts'

/** By folder: a process plays what it loaded first, however often it is asked. */
const loaded = new Map<string, Promise<Loaded>>()

interface Loaded {
  readonly kits: readonly Kit[]
  /** Why others were not loaded, each a sentence. */
  readonly notes: readonly string[]
}

const leftOut = `note: The protocols of ${ownProtocols}/ are left out: you have not confirmed them.`

/** `isConfirming`: the command is the one by which they are confirmed. */
export async function adoptOwn(
  world: World,
  place: Place,
  programs: OwnPrograms,
  isConfirming: boolean,
): Promise<void> {
  if (!isOwnTrusted(world, place, programs)) {
    adopt([], false)
    // An agent can confirm nothing, and need not hear of it.
    if (!(isConfirming || isAgents(world))) talk(world, `${leftOut}\nhint: sigma trust`)
    return
  }
  const loading = loaded.get(place.root) ?? load(programs)
  loaded.set(place.root, loading)
  const { kits, notes } = await loading
  for (const note of notes) talk(world, `note: ${note}`)
  adopt(kits, notes.length === 0)
}

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const scheme = 'sigma:'
const given = 'sigma.api'

/**
 * Says what programs of the folder may import, for as long as this process lives: Node's own modules, one another, and the
 * modules of Sigma that are given to them, which are those of the Sigma that plays them, wherever it is installed. Anything
 * else could change without being confirmed again (T30).
 */
function confineImports(folder: string, modules: Modules): void {
  Reflect.set(globalThis, Symbol.for(given), modules)
  // Modules are named by where they really lie.
  const inside = pathToFileURL(`${realpathSync(folder)}/`).href
  registerHooks({
    resolve: (name, context, next) => {
      if (context.parentURL?.startsWith(inside) !== true) return next(name, context)
      if (Object.hasOwn(modules, name)) return { url: `${scheme}${name}`, shortCircuit: true }
      const found = next(name, context)
      if (found.url.startsWith('node:') || found.url.startsWith(inside)) return found
      throw new Error(
        `it imports ${JSON.stringify(name)}, which lies outside of ${ownProtocols}/ and is not confirmed.`,
      )
    },
    load: (url, context, next) => {
      const name = url.slice(scheme.length)
      const isProgram = url.startsWith(inside) && /\.m?[jt]s$/.test(url)
      // They are modules, whatever the package around them says of its own files.
      if (isProgram) return next(url, { ...context, format: /ts$/.test(url) ? 'module-typescript' : 'module' })
      if (!(url.startsWith(scheme) && Object.hasOwn(modules, name))) return next(url, context)
      const from = `const it = globalThis[Symbol.for('${given}')]['${name}']`
      const parts = Object.keys(modules[name] ?? {}).map((part) => `export const ${part} = it.${part}`)
      return { format: 'module', source: [from, ...parts].join('\n'), shortCircuit: true }
    },
  })
}

async function load({ folder, entries: files }: OwnPrograms): Promise<Loaded> {
  confineImports(folder, {
    '@sigma/cli/protocol': await import('../api/protocol.ts'),
    '@sigma/cli/testing': await import('../api/testing.ts'),
  })
  const kits: Kit[] = []
  const notes: string[] = []
  for (const file of files) {
    const name = `${ownProtocols}/${nameText(basename(file))}`
    try {
      const { default: found }: { readonly default?: unknown } = await import(pathToFileURL(file).href)
      if (!isKit(found)) throw new Error('its default export is no protocol; make it with `ownProtocol`.')
      requireKitNames([...shipped, ...kits, found], isOwn)
      kits.push(found)
    } catch (error) {
      notes.push(`${name} is left out: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { kits, notes }
}
