/**
 * Sees what is read while jest compiles files. It keeps what it compiled, also for other processes, so such a read counts for
 * every test file, and not only for the one that happens to be first; so does what cannot be seen, as where a compiler starts a process. Plain JavaScript for Node 16 and newer, because it runs
 * under the Node and the jest of the project that is tested.
 */
'use strict'

const { apply, ownKeys } = Reflect

module.exports = { watchCompiling }

/**
 * Of the runtime of one test file. `begin` begins a part of `reached.cjs`, and `told` takes what is in it. False: nobody
 * knows how this jest compiles.
 */
function watchCompiling(runtime, { transform }, begin, told) {
  const compiler = runtime._scriptTransformer ?? runtime.transformCache?.scriptTransformer
  const { transformSource, transformSourceAsync } = compiler ?? {}
  if (typeof transformSource !== 'function' || typeof transformSourceAsync !== 'function') return false
  // TypeScript itself reads what texts import, and lists every folder.
  if ((transform ?? []).some(([, path]) => /[\\/]ts-jest[\\/]/.test(path))) return true
  compiler.transformSource = (...given) => {
    const end = begin()
    try {
      return apply(transformSource, compiler, given)
    } finally {
      told(others(end(), given[0]))
    }
  }
  compiler.transformSourceAsync = async (...given) => {
    const end = begin()
    try {
      return await apply(transformSourceAsync, compiler, given)
    } finally {
      told(others(end(), given[0]))
    }
  }
  return true
}

/** The file itself is read by who needs it. */
function others(part, file) {
  for (const path of ownKeys(part.paths)) if (String(file).endsWith(`/${path}`)) delete part.paths[path]
  return part
}
