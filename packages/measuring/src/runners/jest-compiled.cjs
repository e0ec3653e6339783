/**
 * Keeps what compilers made of files, in a folder beside the checkout: for later runs there, and for those of another
 * checkout that it is laid into. jest's own cache goes by absolute paths and by all of the configuration, so it serves neither.
 * Only compilers that look at one file at a time are known, and never what counts coverage. Plain JavaScript for Node 16 and newer,
 * because it runs under the Node and the jest of the project that is tested.
 *
 * In the folder, `x.index` has a line `key start code map` for each file, and `x.data` its code from `start` on, so many bytes
 * of it, and then its source map; -1: it has none. `<root>` stands for the path of the checkout.
 */
'use strict'

const { createHash, randomUUID } = require('node:crypto')
const fs = require('node:fs')
const { join } = require('node:path')

/** Its own: `fs` can be changed from outside. */
const { mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync, writeSync } = fs
const { stringify } = JSON
const { apply } = Reflect
const { byteLength, from } = Buffer

const known = /[\\/]node_modules[\\/](?:babel-jest|@swc[\\/]jest)[\\/]/
const placeholder = '<root of the checkout>'
/** Of the configuration, what no compiler goes by. */
const besides = [
  ...['id', 'cacheDirectory', 'testRunner', 'sigma'],
  ...[
    'collectCoverage',
    'coverageDirectory',
    'coveragePathIgnorePatterns',
    'collectCoverageFrom',
    'forceCoverageMatch',
  ],
]

module.exports = { keepCompiled }

/** Of the runtime of one test file. */
function keepCompiled(runtime, config) {
  const { compiled } = config.sigma
  const compiler = runtime._scriptTransformer ?? runtime.transformCache?.scriptTransformer
  const { transformSource, transformSourceAsync } = compiler ?? {}
  if (!compiled || typeof transformSource !== 'function' || typeof transformSourceAsync !== 'function') return
  const paths = (config.transform ?? []).map(([, path]) => path)
  // Whoever switches jest's cache off has a compiler that must be asked each time.
  if (config.cache === false || paths.length === 0 || !paths.every((path) => known.test(path))) return
  const store = storeIn(compiled.folder, compiled.root)
  const settings = settingsOf(config, compiled.root)
  const keyOf = ([file, content, options = {}]) =>
    options.instrument ? null : keyFor(settings, file, content, options)
  compiler.transformSource = (...given) => {
    const key = keyOf(given)
    const found = store.get(key, given[1])
    if (found !== null) return found
    const made = apply(transformSource, compiler, given)
    store.put(key, made)
    return made
  }
  compiler.transformSourceAsync = async (...given) => {
    const key = keyOf(given)
    const found = store.get(key, given[1])
    if (found !== null) return found
    const made = await apply(transformSourceAsync, compiler, given)
    store.put(key, made)
    return made
  }

  function keyFor(all, file, content, options) {
    const wanted = Object.keys(options).filter((name) => name.startsWith('supports') && options[name] === true)
    const said = stringify([all, file, wanted, process.env.NODE_ENV, process.env.BABEL_ENV])
    const plain = said.split(compiled.root).join(placeholder)
    return createHash('sha256').update(plain).update('\0').update(content).digest('hex')
  }
}

function settingsOf(config, root) {
  const own = { ...config }
  for (const name of besides) delete own[name]
  return stringify(own).split(root).join(placeholder)
}

const stores = new Map()

/** One for a folder and a process. */
function storeIn(folder, root) {
  const store = stores.get(folder) ?? openStore(folder, root)
  stores.set(folder, store)
  return store
}

function openStore(folder, root) {
  const places = placesIn(folder)
  const mapped = new Set()
  const name = join(folder, randomUUID())
  let own = null
  let end = 0

  const textAt = (place, start, length) => {
    const bytes = Buffer.allocUnsafe(length)
    place.file ??= openSync(place.data, 'r')
    return readSync(place.file, bytes, 0, length, start) === length
      ? bytes.toString().split(placeholder).join(root)
      : null
  }

  return {
    get: (key, originalCode) => {
      const place = key === null ? undefined : places.get(key)
      if (place === undefined) return null
      try {
        const code = textAt(place.of, place.start, place.code)
        const map = place.map < 0 ? '' : textAt(place.of, place.start + place.code, place.map)
        if (code === null || map === null) return null
        const sourceMapPath = place.map < 0 ? null : `${join(folder, key)}.map`
        if (sourceMapPath !== null && !mapped.has(key)) writeFileSync(sourceMapPath, map)
        mapped.add(key)
        return { code, originalCode, sourceMapPath }
      } catch {
        return null
      }
    },
    put: (key, { code, sourceMapPath }) => {
      if (key === null || own === 'closed') return
      try {
        const map = sourceMapPath ? readFileSync(sourceMapPath, 'utf8') : null
        if (`${code}${map}`.includes(placeholder)) return
        const plain = [code, map ?? ''].map((text) => text.split(root).join(placeholder))
        own ??= { data: openSync(`${name}.data`, 'wx'), index: openSync(`${name}.index`, 'wx') }
        const bytes = from(plain.join(''))
        writeSync(own.data, bytes, 0, bytes.length, end)
        const sizes = [byteLength(plain[0]), map === null ? -1 : byteLength(plain[1])]
        writeSync(own.index, `${key} ${end} ${sizes.join(' ')}\n`)
        end += bytes.length
      } catch {
        // What cannot be kept is compiled again.
        own = 'closed'
      }
    },
  }
}

function placesIn(folder) {
  const places = new Map()
  try {
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(folder).filter((each) => each.endsWith('.index'))) {
      const of = { data: join(folder, file.replace(/index$/, 'data')), file: null }
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        const [key, start, code, map] = line.split(' ')
        if (map !== undefined) places.set(key, { of, start: Number(start), code: Number(code), map: Number(map) })
      }
    }
  } catch {
    // Then there is none.
  }
  return places
}
