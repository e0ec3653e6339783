/**
 * What a test file reaches, seen in the worker that vitest runs it in. Which modules it loads vitest knows: their text comes
 * from its main process. Everything else `reached.cjs` sees. Plain JavaScript for Node 20 and newer.
 */
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import reached from './reached.cjs'

const { apply } = Reflect
const { forEach } = Map.prototype

/** `roots` are names of the checkout, its real path first; `open` says why nobody can know what test files of this project reach. */
export function beginReaching({ roots, open }, { ctx, environment }) {
  const [root, ...aliases] = roots
  reached.begin(root, aliases)
  const name = String(ctx?.environment?.name ?? environment?.name ?? '')
  if (open !== null) reached.spoil(open)
  if (String(ctx?.pool).startsWith('vm')) reached.spoil('test files share a process')
  if (/^[./]/.test(name)) reached.spoil('its environment is a file of the project')
}

/** `made` are modules that plugins make of no file. */
export function takeReached(workerState) {
  const names = namesIn(workerState)
  const made = []
  for (let at = 0; at < names.length; at += 1) {
    if (names[at][0] === '/') reached.add(names[at])
    else made[made.length] = names[at]
  }
  return { ...reached.take(), made }
}

/** The modules of vitest 4 and newer, or those of vitest 3. */
function namesIn({ evaluatedModules, moduleCache }) {
  const names = []
  const add = (_, module) => {
    const name = nameOf(module)
    if (name !== null) names[names.length] = name
  }
  apply(forEach, evaluatedModules?.idToModuleMap ?? moduleCache, [add])
  return names
}

/** The path of a module, or what a plugin calls it, in whatever form it is named; null: it is no module of the project. */
export function nameOf(module) {
  if (/[\\/]node_modules[\\/]|^(data|node|mock|resolve):/.test(module)) return null
  return module
    .replace(/^file:\/\/|^\/@fs(?=\/)|^\/@id\//, '')
    .replace('__x00__', '\0')
    .replace(/[?#].*$/s, '')
}
