/**
 * What ships of other people's work, as a CycloneDX bill of materials: read from the lock file, so that it needs no
 * network, says the same wherever it is made, and differs only where a dependency does.
 *
 *     node scripts/bill-of-materials.ts > bom.json
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Bill {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: {
    readonly component: { readonly type: 'application'; readonly name: string; readonly version: string }
  }
  readonly components: readonly Component[]
}

export interface Component {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  /** `optional`: one of several for as many platforms; no machine has more than its own. */
  readonly scope: 'required' | 'optional'
  readonly purl: string
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly licenses: readonly { readonly expression: string }[]
}

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly os?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The bill of the packages that the workspaces at `root` need to run, parts for all platforms included. */
export function billOf(root: string): Bill {
  // As npm writes it.
  const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const { version = '' }: Locked = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const paths = new Set<string>()
  const own = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  for (const from of own) follow(lock.packages, from, paths)
  // A set is walked to its end, with what is added on the way.
  for (const from of paths) follow(lock.packages, from, paths)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: '@sigma/cli', version } },
    components: [...paths].sort((a, b) => (a < b ? -1 : 1)).map((path) => componentOf(path, lock.packages[path] ?? {})),
  }
}

function follow(packages: Readonly<Record<string, Locked>>, from: string, paths: Set<string>): void {
  const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const path = placeOf(packages, from, name)
    if (!name.startsWith('@sigma/') && path !== null) paths.add(path)
  }
}

/** Where Node finds a package: the nearest `node_modules` upwards. */
function placeOf(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | null {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (at === '') return null
  }
}

function componentOf(path: string, { version = '', integrity = '', license = '', os }: Locked): Component {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: os === undefined ? 'required' : 'optional',
    purl,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
    licenses: [{ expression: license }],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(billOf(fileURLToPath(new URL('..', import.meta.url))), null, 2)}\n`)
