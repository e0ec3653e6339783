/**
 * Sees what jest makes of every name that a module is asked for by: nothing is loaded, mocked or resolved but by jest's own
 * resolver, whose methods are the same in all versions. Asked for before jest makes its runtime. Plain JavaScript for Node 16
 * and newer, because it runs under the Node and the jest of the project that is tested.
 */
'use strict'

const { delimiter, isAbsolute, join, resolve, sep } = require('node:path')

const { apply } = Reflect
const resolvers = /[\\/]jest-resolve[\\/]build[\\/]index\.js$/
const installed = /(?:^|\/)node_modules\//

module.exports = { inTree, pathsIn, watchResolving }

/**
 * `asked` takes absolute paths, there or not; `named` takes keys of modules: of what is mocked by a factory nothing else is
 * known. Gives back how often a resolver was called until now.
 */
function watchResolving({ asked, named }) {
  let calls = 0
  const watch = (holder, name, told, failed = () => {}) => {
    const answer = holder[name]
    if (typeof answer !== 'function') return
    const ended = (value, resolver, given) => {
      if (typeof value === 'string') told(value)
      else failed(resolver, given)
    }
    holder[name] = function (...given) {
      calls += 1
      let value
      try {
        value = apply(answer, this, given)
      } finally {
        if (typeof value?.then !== 'function') ended(value, this, given)
      }
      if (typeof value?.then === 'function') {
        value.then(
          (path) => ended(path, this, given),
          () => failed(this, given),
        )
      }
      return value
    }
  }
  const lost = (resolver, [from, name]) => {
    for (const path of meant(resolver, from, String(name))) asked(path)
  }
  for (const { prototype } of classes()) {
    for (const end of ['', 'Async']) {
      watch(prototype, `resolveModuleFromDirIfExists${end}`, asked, lost)
      watch(prototype, `resolveStubModuleName${end}`, asked)
      watch(prototype, `getMockModule${end}`, asked)
      watch(prototype, `getModuleID${end}`, named)
    }
    watch(prototype, 'getModule', asked)
  }
  return () => calls
}

/** The key by which jest knows a module holds its path and that of its mock. */
function pathsIn(key) {
  return key.split(delimiter).filter((part) => isAbsolute(part))
}

/** Of every jest that this process has loaded. */
function classes() {
  const paths = Object.keys(require.cache).filter((path) => resolvers.test(path))
  const exported = paths.map((path) => require.cache[path].exports?.default)
  return exported.filter((each) => typeof each === 'function')
}

/** Where a name is looked for from the folder `from`, but for packages. */
function meant(resolver, from, name) {
  const { extensions = [], modulePaths } = resolver._options ?? {}
  const folders =
    /^\.{0,2}[\\/]|^\.{1,2}$/.test(name) || isAbsolute(name) ? [from] : searched(resolver, from, modulePaths)
  return folders.flatMap((folder) => {
    const path = resolve(folder, name)
    const endings = ['', ...extensions]
    return [path, join(path, 'index')].flatMap((base) => endings.map((ending) => base + ending))
  })
}

function searched(resolver, from, modulePaths) {
  const folders = [...(resolver.getModulePaths?.(from) ?? []), ...(modulePaths ?? [])]
  return folders.filter((folder) => !/[\\/]node_modules(?:[\\/]|$)/.test(folder))
}

/** Those that lie below `root`, but for packages; relative to it, with slashes. */
function inTree(root, paths) {
  const own = [...paths].filter((path) => typeof path === 'string' && path.startsWith(root + sep))
  return own
    .map((path) =>
      path
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => !installed.test(path))
}
