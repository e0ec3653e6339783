/**
 * Runs one test file as `jest-test-runner.cjs` does, and tells with it what the file reached: what jest resolved for it, and
 * what was read. jest loads this before it makes the runtime of the first test file, so that set-up files are seen. What
 * happens between two test files is of those and of environments: it goes apart as `around`, for it counts for every
 * test file of the project, and so does as `compiled` what compilers read. Plain JavaScript for Node 16 and newer, because it runs under the Node and the jest of the
 * project that is tested.
 */
'use strict'

const recorder = require('./reached.cjs')
const { watchCompiling } = require('./jest-compiling.cjs')
const run = require('./jest-test-runner.cjs')
const { inTree, pathsIn, watchResolving } = require('./jest-resolving.cjs')

const nothing = { files: [], folders: [], missing: [], open: null }
const lost = { files: [], folders: [], missing: [], open: 'what it reached was lost' }

/** `root` is the real path of the checkout, `aliases` are other names of it. */
module.exports = function reachingIn(root, aliases) {
  const named = new Set()
  const compiled = new Map()
  // Of what a file compiled that breaks off, the next one tells.
  const parts = []
  recorder.begin(root, aliases)
  const asked = watchResolving({ asked: recorder.add, named: (key) => void named.add(key) })
  const taken = () => {
    for (const path of [...named].flatMap(pathsIn)) recorder.add(path)
    named.clear()
    return recorder.take() ?? lost
  }

  return async function reaching(globalConfig, config, environment, runtime, testPath, ...rest) {
    const around = taken()
    const before = asked()
    const isKnown = watchCompiling(runtime, config, recorder.part, (part) => {
      const { paths, open } = part
      const news = Object.keys(paths).filter((path) => compiled.get(path) !== paths[path])
      for (const path of news) compiled.set(path, paths[path])
      if (news.length > 0 || open !== null) parts.push(part)
    })
    let own = null
    let result = null
    try {
      result = await run(globalConfig, config, environment, runtime, testPath, ...rest)
    } finally {
      // What a file reached that breaks off is nobody else's.
      own = taken()
    }
    const [file] = inTree(root, [testPath])
    const isOther = (path) => path !== file
    // jest reads a test file before it makes its world.
    const others = { ...around, files: around.files.filter(isOther) }
    // Whatever jest does, it resolves parts of its own for each test file.
    const open = isKnown && asked() > before ? own.open : 'this jest loads modules by ways that Sigma does not know'
    const mine = { ...own, files: [file, ...own.files.filter(isOther)], open }
    const untold = parts.splice(0)
    untold.forEach(recorder.again)
    result.reached = { own: mine, around: others, compiled: untold.length === 0 ? nothing : taken() }
    return result
  }
}
