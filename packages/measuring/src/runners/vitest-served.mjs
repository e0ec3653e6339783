/**
 * What vitest's main process reads for the tests. It makes the modules that workers load, so each module has what it was made
 * of: what plugins read for it, folders that `import.meta.glob` lists, and what was looked for in vain. What is read before the
 * first test file, by configurations and plugins, and whatever a global set-up reads, concerns every test file. Plain
 * JavaScript for Node 20 and newer.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import watching from './reached-watched.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import tampering from './tampering.cjs'
import { nameOf } from './vitest-reached.mjs'

export class Served {
  #root
  /** What asks here is a module, or a global set-up; null: none of the project's. */
  #scope = new AsyncLocalStorage()
  #ground = new Map()
  #modules = new Map()
  #open = null
  #isBegun = false

  /** `root` is the real path of the checkout. */
  constructor(root) {
    this.#root = root
    const asked = (path) => this.#note(path, false)
    const listed = (path) => this.#note(path, true)
    watching.watchNode({
      ...{ asked, listed, written: () => {}, made: () => {}, copied: listed, links: () => {}, moved: () => {} },
      spoil: (why) => this.#spoil(why),
    })
  }

  /** Test files begin: from now on everything belongs to a module, or is vitest's own. */
  begin() {
    this.#isBegun = true
  }

  watch(vitest) {
    for (const { config } of serversOf(vitest))
      for (const path of config.configFileDependencies ?? []) this.#note(path, false)
    for (const project of projectsOf(vitest)) {
      const { _initializeGlobalSetup: setUp } = project
      project._initializeGlobalSetup = () => this.#scope.run(this.#ground, () => setUp.apply(project))
    }
    for (const container of containersOf(vitest)) {
      const { load, resolveId, transform } = container
      container.load = (id, ...rest) => this.#within(id, () => load.call(container, id, ...rest))
      container.transform = (code, id, ...rest) => this.#within(id, () => transform.call(container, code, id, ...rest))
      container.resolveId = (id, importer, ...rest) =>
        this.#within(importer, () => resolveId.call(container, id, importer, ...rest))
    }
  }

  /** What a global set-up loads is a part of it. */
  #within(id, work) {
    if (this.#scope.getStore() === this.#ground) return work()
    const name = typeof id === 'string' ? nameOf(id) : null
    if (name !== null && !this.#modules.has(name)) this.#modules.set(name, new Map())
    return this.#scope.run(this.#modules.get(name) ?? null, work)
  }

  #note(given, isListed) {
    const asked = this.#scope.getStore()
    if (asked === null || (asked === undefined && this.#isBegun) || typeof given !== 'string') return
    const path = resolve(given)
    if (!`${path}/`.startsWith(`${this.#root}/`) || /\/(node_modules|\.git)(\/|$)/.test(path)) return
    if (asked === undefined && isOfVite(isListed)) return
    const known = asked ?? this.#ground
    known.set(path, isListed || known.get(path) === true)
  }

  #spoil(why) {
    if (this.#scope.getStore() === this.#ground) this.#open ??= `its global set-up does what nobody sees: ${why}`
  }

  report() {
    const modules = [...this.#modules].filter(([, asked]) => asked.size > 0)
    return {
      ground: { ...sorted(this.#ground), open: this.#open },
      modules: Object.fromEntries(modules.map(([name, asked]) => [name, sorted(asked)])),
    }
  }
}

/**
 * Vite looks for configurations, which everybody knows by their names, and through the whole project for packages to make ready;
 * vitest for test files. Where a walk through folders goes on by itself, whoever began it was seen.
 */
function isOfVite(isListed) {
  const [file] = tampering.filesOfNow().filter((each) => !walking.test(each))
  return file === undefined ? isListed : /[/]node_modules[/](?:vite|vitest|@vitest|vite-node)[/]/.test(file)
}

const walking = /^node:|[/]node_modules[/](?:tinyglobby|fdir|fast-glob|@nodelib|glob|path-scurry)[/]/

/** The root has a global set-up of its own, also where no test is run in it. */
const projectsOf = (vitest) => [...new Set([vitest.getRootProject(), ...vitest.projects])]

const serversOf = (vitest) => [...new Set(projectsOf(vitest).map(({ vite, server }) => vite ?? server))]

function containersOf(vitest) {
  return new Set(
    serversOf(vitest).flatMap(({ environments, pluginContainer }) =>
      environments === undefined ? [pluginContainer] : Object.values(environments).map((each) => each.pluginContainer),
    ),
  )
}

function sorted(asked) {
  const [files, folders, missing] = [[], [], []]
  for (const [path, isListed] of asked) {
    if (!existsSync(path)) missing.push(path)
    else if (isListed) folders.push(path)
    else if (statSync(path).isFile()) files.push(path)
  }
  return { files, folders, missing }
}
