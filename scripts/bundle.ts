/**
 * Makes the package that is installed: one bundle of Sigma's own code and its pure JavaScript libraries, split so that a
 * command loads only what it needs. What cannot be bundled (a native parser) stays a dependency.
 *
 *     npm run bundle [folder]          # `release` unless told otherwise
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { billOf } from './bill-of-materials.ts'
import { writeTypes } from './declarations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.argv[2] ?? join(root, 'release'))
const release = join(folder, 'package')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Programs that run under the Node of the user's project: they are started by path, never imported. */
function programs(): readonly string[] {
  return ['measuring', 'runtime'].flatMap((name) => {
    const folder = join(root, 'packages', name, 'src')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return files.filter((file) => /\.[cm]js$/.test(file)).map((file) => join(folder, file))
  })
}

/** A release has all programs in one folder, so what one of them takes from another lies beside it. */
function besideOthers(program: string): string {
  return readFileSync(program, 'utf8').replace(/(from |require\()'\.\.\/[\w/-]+\/([\w-]+\.[cm]js)'/g, "$1'./$2'")
}

/** Versions of what stays outside, as they were tried here. */
function outside(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, String(JSON.parse(read(`node_modules/${name}/package.json`)).version)]),
  )
}

const protocols = readdirSync(join(root, 'packages/protocols'), { withFileTypes: true })
  .filter((each) => each.isDirectory() && each.name !== 'testing')
  .map(({ name }) => `packages/protocols/${name}`)

/** Folders that lie beside the bundle as beside the source, each in one for all protocols: no two files have one name. */
const beside = [
  'packages/runtime/src/prompts/templates',
  ...protocols.flatMap((path) => [
    ...[`${path}/prompts/templates`, `${path}/gauntlet/agents`, `${path}/gates/parts/tools`],
  ]),
].filter((path) => existsSync(join(root, path)))

refuseStray()

/** A text that is read elsewhere than from there is read from source, and missed in a release. */
function refuseStray(): void {
  const texts = protocols.flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((file) => `${path}/${file}`),
  )
  const stray = texts.find((path) => path.endsWith('.md') && !beside.some((folder) => path.startsWith(`${folder}/`)))
  if (stray !== undefined) refuse(`${stray} would not be in the release: texts of a protocol lie in prompts/templates.`)
  const code = ['measuring', 'runtime'].flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)fixture\//.test(file))
      .map((file) => `packages/${name}/src/${file}`),
  )
  const astray = code.find((path) => /new URL\([`'"]\.\.\//.test(read(path)))
  if (astray !== undefined) refuse(`${astray} names a file above its folder: in a release it lies beside all others.`)
}

function refuse(sentence: string): never {
  process.stderr.write(`error: ${sentence}\n`)
  process.exit(1)
}

const native = ['oxc-parser']

/** Libraries that Node is given as CommonJS, as the modules that they are as well: only of these is what nobody uses left out. */
const modules = { yaml: join(root, 'node_modules/yaml/browser/index.js') }

/**
 * Node's modules are asked for their parts, not imported: an import of `node:fs` loads all that it could give, streams
 * and promises included, and takes longer than to read a store.
 */
const builtins: Plugin = {
  name: 'builtins',
  resolveId: (id, _importer, { kind }) => (id.startsWith('node:') && kind === 'import-statement' ? `\0${id}` : null),
  load: (id) => {
    if (!id.startsWith('\0node:')) return null
    const name = id.slice(1)
    const parts = Object.keys(process.getBuiltinModule(name) ?? {})
    return [
      `const it = process.getBuiltinModule('${name}')`,
      'export default it',
      ...parts.map((part) => `export const ${part} = it.${part}`),
    ].join('\n')
  },
}

rmSync(release, { recursive: true, force: true })
mkdirSync(join(release, 'bin'), { recursive: true })
await build({
  input: { main: join(root, 'packages/cli/src/main.ts') },
  platform: 'node',
  external: native,
  plugins: [builtins],
  resolve: { alias: modules },
  output: {
    dir: join(release, 'dist'),
    format: 'esm',
    minify: true,
    chunkFileNames: '[name].js',
    // What `sigma status` needs is one file: at start each file costs more than what is in it.
    codeSplitting: { groups: [{ name: 'main', test: /cli\/src\/main\.ts$/ }] },
    entryFileNames: '[name].js',
  },
  treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
})
// Apart from the program, which begins as soon as anything of it is loaded.
await build({
  input: ['protocol', 'testing'].map((name) => join(root, `packages/cli/src/api/${name}.ts`)),
  platform: 'node',
  external: native,
  output: { dir: join(release, 'dist/api'), format: 'esm' },
})
for (const program of programs()) writeFileSync(join(release, 'dist', basename(program)), besideOthers(program))
for (const path of beside)
  cpSync(join(root, path), join(release, 'dist', basename(path)), { recursive: true, force: false, errorOnExist: true })
for (const name of ['sigma.js', 'pm.cjs']) {
  const launcher = read(`packages/cli/bin/${name}`).replace("'../src/main.ts'", "'../dist/main.js'")
  writeFileSync(join(release, 'bin', name), launcher, { mode: 0o755 })
}
for (const name of ['older.mjs', 'line.cjs', 'package.json'])
  cpSync(join(root, 'packages/cli/bin', name), join(release, 'bin', name))
for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(release, file))
// The pages that the README leads to; the folders beside them are for people who work on Sigma.
for (const page of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))
  cpSync(join(root, 'docs', page), join(release, 'docs', page))
// What the page on own protocols begins from.
cpSync(join(root, 'examples/own-protocol'), join(release, 'examples/own-protocol'), { recursive: true })
const { version, description, license } = JSON.parse(read('package.json'))
const manifest = {
  name: '@sigma/cli',
  version,
  description,
  license,
  type: 'module',
  bin: { sigma: 'bin/sigma.js', pm: 'bin/pm.cjs' },
  exports: {
    './protocol': { types: './types/api/protocol.d.ts', default: './dist/api/protocol.js' },
    './testing': { types: './types/api/testing.d.ts', default: './dist/api/testing.js' },
  },
  engines: { node: '>=24' },
  // Types of `zod` stand in those of protocols.
  dependencies: outside([...native, 'zod']),
}
writeTypes(root, join(release, 'types'))
writeFileSync(join(release, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
writeFileSync(join(release, 'bom.json'), `${JSON.stringify(billOf(root), null, 2)}\n`)
const packed = execFileSync('npm', ['pack', release, '--pack-destination', folder, '--loglevel=error'], {
  encoding: 'utf8',
})
const file = join(folder, packed.trim())
process.stdout.write(`${file}\n`)
process.stderr.write(`hint: npm install --global ${file}\n`)
