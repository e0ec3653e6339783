/**
 * Makes recorded calls again in a process that never had a test near. What there is to do comes as JSON on standard input; what
 * came of it goes into the file `account`, a signed line each: `{ kind: 'begins', at }`, `{ kind: 'result', … }`, `{ kind: 'ended' }`.
 * Calls in `alone` are made once more afterwards, each group over source that is loaded anew; a result says where one answers otherwise.
 */
import { readFileSync, statSync } from 'node:fs'
import * as loaders from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import accounts from './mutant-account.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import replaying from './replay-again.cjs'

const end = process.exit.bind(process)
const required = loaders.createRequire(import.meta.url).cache
const { root, inputs, folder, events, alone, files, account, key, isVite, absent } = JSON.parse(readFileSync(0, 'utf8'))
const tell = accounts.telling(account, key)
const endings = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.tsx', '/index.js']
const aliases = aliasesIn([root, join(root, folder)])
const inTest = /^(vi|jest|expect|test|it|describe|suite|before|after|beforeEach|afterEach|beforeAll|afterAll|assert)$/

/** At the end of the address of each module of the source, once it is loaded anew. */
const anew = /[?]once=\d+$/
/** Of processor time, for all calls that come alone. */
const ALONE_MS = 200
/** How long is waited for source that does not load again, or a promise that does not settle. */
const PATIENCE_MS = 1_500

loaders.registerHooks?.({
  resolve(specifier, context, next) {
    const found = resolved(specifier, context, next)
    const [time] = anew.exec(context.parentURL ?? '') ?? []
    return time === undefined || !isSource(found.url) || found.url.includes('?')
      ? found
      : { ...found, url: found.url + time }
  },
  load(url, context, next) {
    if (!isSource(url)) return next(url, context)
    const typed = /\.[m]?tsx?(\?|$)/.test(url)
    if (/\.json(\?|$)/.test(url) && context.importAttributes?.type === undefined && context.format !== 'commonjs') {
      const text = readFileSync(fileURLToPath(url), 'utf8')
      return { format: 'module', source: `export default ${text}`, shortCircuit: true }
    }
    if (!typed && !isVite) return next(url, context)
    let text = readFileSync(fileURLToPath(url), 'utf8')
    if (!/\.[cm]?[jt]sx?(\?|$)/.test(url)) return next(url, context)
    if (typed) text = loaders.stripTypeScriptTypes(text, { mode: 'transform' })
    if (isVite)
      text = text.replaceAll(
        'import.meta.env',
        '({"MODE":"production","PROD":true,"DEV":false,"SSR":true,"BASE_URL":"/"})',
      )
    if (!isVite && !/^\s*(import|export)\b/m.test(text)) return next(url, context)
    return { format: 'module', source: text, shortCircuit: true }
  },
})

for (const each of await replaying.again({
  ...{ events, modules: await loaded(''), root, inputs },
  begins: (at) => tell({ kind: 'begins', at }),
}))
  tell({
    kind: 'result',
    ...each,
    ...(needs(each.found) && { same: undefined, found: undefined, why: needs(each.found) }),
  })
tell({ kind: 'ended' })
await Promise.race([eachAlone(), new Promise((done) => setTimeout(done, PATIENCE_MS))])
end(0)

/** Source that cannot be loaded anew says nothing of calls that come alone. */
async function eachAlone() {
  if (loaders.registerHooks === undefined) return
  const began = process.cpuUsage()
  for (const [at, events] of alone.entries()) {
    const { user, system } = process.cpuUsage(began)
    if (user + system > 1_000 * ALONE_MS) return
    for (const path of Object.keys(required)) if (isSource(pathToFileURL(path).href)) delete required[path]
    const modules = await loaded(`?once=${at}`)
    if (Object.values(modules).some(({ failed }) => failed !== undefined)) return
    for (const each of await replaying.again({ events, modules, root, inputs }))
      if (each.same === false && !needs(each.found)) tell({ kind: 'result', ...each })
  }
}

async function loaded(time) {
  const modules = {}
  for (const { file, isModule } of files) {
    const path = join(root, file)
    try {
      modules[file] = {
        exports: isModule ? await import(pathToFileURL(path).href + time) : loaders.createRequire(path)(path),
      }
    } catch (error) {
      const { message } = Object(error)
      if (!isUnloadable(error)) modules[file] = { failed: { error } }
      else if (time === '') tell({ kind: 'unloadable', file, why: String(message).slice(0, 200) })
    }
  }
  return modules
}

function resolved(specifier, context, next) {
  try {
    return next(specifier, context)
  } catch (error) {
    for (const found of candidates(specifier, context.parentURL).filter(isFile))
      return next(pathToFileURL(found).href, context)
    throw error
  }
}

function isSource(url) {
  return url.startsWith(pathToFileURL(root).href) && !url.includes('/node_modules/')
}

/** What is missing here, and would be where the project is built. */
function needs(found = '') {
  const [, name] = /^an error: ReferenceError: (\w+) is not defined/.exec(found) ?? []
  return name === undefined || inTest.test(name) ? null : `it needs \`${name}\`, which nothing here defines`
}

/** A compiler of the project's could load it; what throws of its own accord is another matter. */
function isUnloadable(error) {
  const code = String(error?.code)
  const [, name = ''] = /Cannot find (?:package|module) '([^']+)'/.exec(String(error?.message)) ?? []
  if (absent.some((each) => name === each || name.startsWith(`${each}/`))) return false
  if (error?.name === 'ReferenceError') {
    const [, missing = ''] = /^(\w+) is not defined/.exec(error.message) ?? []
    return !inTest.test(missing)
  }
  return (
    error?.name === 'SyntaxError' ||
    /MODULE_NOT_FOUND|UNKNOWN_FILE_EXTENSION|UNSUPPORTED|TYPESCRIPT|PATH_NOT_EXPORTED|REQUIRE_|IMPORT_ATTRIBUTE|PACKAGE_IMPORT/.test(
      code,
    )
  )
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function candidates(specifier, parent) {
  if (/^\.{1,2}(\/|$)/.test(specifier) && parent !== undefined) {
    const base = join(dirname(fileURLToPath(parent)), specifier)
    return [...endings.map((each) => base + each), base.replace(/\.(m?)js(x?)$/, '.$1ts$2')]
  }
  return aliases.flatMap(({ before, after, to }) =>
    specifier.startsWith(before) && specifier.endsWith(after)
      ? to.flatMap((each) => {
          const base = each.replace('*', specifier.slice(before.length, specifier.length - after.length))
          return endings.map((ending) => base + ending)
        })
      : [],
  )
}

/** `paths` of the project's tsconfig.json. */
function aliasesIn(folders) {
  return [...new Set(folders)].flatMap((place) => {
    try {
      const text = readFileSync(join(place, 'tsconfig.json'), 'utf8')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/,(\s*[}\]])/g, '$1')
      const { baseUrl = '.', paths = {} } = JSON.parse(text).compilerOptions ?? {}
      return Object.entries(paths).map(([name, to]) => {
        const [before, after = ''] = name.split('*')
        return { before, after, to: to.map((each) => join(place, baseUrl, each)) }
      })
    } catch {
      return []
    }
  })
}
