/** The variables that tests find: those that `npm test` would give them, and over them those of the configuration. */
import { delimiter, dirname, join } from 'node:path'
import type { Checkout } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { z } from 'zod'
import { readText } from '../runners/test-files.ts'
import { jsonIn } from '../text.ts'
import { scriptedVariables, type Variables } from './script-variables.ts'

const texts = z.record(z.string(), z.unknown())
const manifestSchema = z.object({
  name: z.string().optional().catch(undefined),
  version: z.string().optional().catch(undefined),
  config: texts.optional().catch(undefined),
  engines: texts.optional().catch(undefined),
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
})

/** The same place with these variables; `env` of the place has those of the configuration already. */
export async function withSurroundings<Place extends Pick<Checkout, 'path' | 'env'>>(
  place: Place,
  project: Pick<Project, 'runner' | 'folder' | 'env'>,
): Promise<Place> {
  const given: Variables = project.env ?? {}
  const own = Object.entries(await ofPackage(place.path, project)).filter(([name]) => given[name] === undefined)
  return { ...place, env: { ...place.env, ...Object.fromEntries(own), ...pathWith(place, project.folder) } }
}

/** By the package that the tests are started in, as it stands there. */
async function ofPackage(root: string, { runner, folder }: Pick<Project, 'runner' | 'folder'>): Promise<Variables> {
  const file = await manifestFrom(root, folder)
  if (file === null) return {}
  const { name, version, config, engines, scripts = {} } = manifestSchema.safeParse(jsonIn(file.text)).data ?? {}
  const script = scripts['test']
  return {
    npm_command: 'test',
    npm_lifecycle_event: 'test',
    npm_package_json: file.path,
    ...(name !== undefined && { npm_package_name: name }),
    ...(version !== undefined && { npm_package_version: version }),
    ...(script !== undefined && { npm_lifecycle_script: script }),
    ...named('npm_package_config', config),
    ...named('npm_package_engines', engines),
    ...scriptedVariables(scripts, runner),
  }
}

/** Where the folder has none, the one above counts; what lies above the root is nobody's. */
async function manifestFrom(
  root: string,
  folder: string,
): Promise<{ readonly path: string; readonly text: string } | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(root, at, 'package.json')
    const text = await readText(path)
    if (text !== '') return { path, text }
    if (at === '' || at === '.') return null
  }
}

/** As npm names them; what a variable cannot hold is left out. */
function named(prefix: string, values: Readonly<Record<string, unknown>> = {}): Variables {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) && /^[\w-]+$/.test(name)
        ? [[`${prefix}_${name.replaceAll('-', '_')}`, String(value)]]
        : [],
    ),
  )
}

/**
 * Programs of installed packages stand behind those of the person, not before them as npm has it: code that is tested can
 * write in its checkout, and must not put a `node` there that judges it.
 */
function pathWith({ path, env }: Pick<Checkout, 'path' | 'env'>, folder: string): Variables {
  const folders = [...new Set([join(path, folder), path])].map((each) => join(each, 'node_modules', '.bin'))
  const { PATH = '' } = env
  return { PATH: [PATH, ...folders].filter(Boolean).join(delimiter) }
}
