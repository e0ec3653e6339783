/** The one gate of the design loop: what a program can see of a design, before any critic is asked. */
import type { GateKit, GateWorld } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { type DesignFound, type DesignParameters, designParameters } from '../machine/gate-parameters.ts'
import { architectureFaults, type DocumentFault, designFaults, interfacesIn, listedIn, needsIn } from './faults.ts'
import { proofs } from './proofs/proofs.ts'
import { type ReadText, textAt } from './texts.ts'

export const gateKit: GateKit = {
  open: (world) => ({
    check: async ({ gate, commit, parameters: given }) => {
      const parameters = designParameters.parse(given)
      const { faults, found, texts } = await judge(world, commit, parameters)
      const refusals = [...(await strayFiles(world, commit, parameters)), ...faults]
      const evidence = world.blobs.put(JSON.stringify({ gate, commit, texts, refusals, found }))
      const findings = refusals.map((refusal): Finding => ({ ...refusal, evidence }))
      return { verdict: findings.length === 0 ? 'pass' : 'fail', findings, data: found, evidence }
    },
  }),
  proofs: () => proofs,
}

interface Judged {
  readonly faults: readonly Finding[]
  readonly found: DesignFound
  /** What was judged, by path. */
  readonly texts: Readonly<Record<string, string | null>>
}

async function judge(world: GateWorld, commit: string, parameters: DesignParameters): Promise<Judged> {
  const { item, architecture, design, wanted } = parameters
  if (item === 'draft') return await judgeDraft(world, commit, parameters)
  const place = item === 'architecture' ? architecture : design
  const path = place?.path ?? ''
  const read = place === null ? null : await textAt(world, commit, place)
  const faults = item === 'architecture' ? architectureFaults(path, read, wanted) : designFaults(path, read)
  return {
    faults: faults.map(at(path)),
    found: {
      document: read === null ? null : { path, blob: read.blob },
      modules: item === 'architecture' ? listedIn(read) : [],
      ...(item === 'architecture' && needsFound(read)),
      interfaces: item === 'module' ? interfacesIn(read) : 0,
    },
    texts: { [path]: read?.text ?? null },
  }
}

/** Every design that was written, and that the architecture, where there is one, has a place for each. */
async function judgeDraft(world: GateWorld, commit: string, parameters: DesignParameters): Promise<Judged> {
  const { written, base, architecture, texts = [] } = parameters
  const paths = [...new Set([...written, ...texts.map(({ path }) => path)])]
  const modules = paths.flatMap((path) => moduleIn(path, parameters) ?? [])
  const designs = await Promise.all(
    modules.map(async ({ path, module }) => {
      const read = await textAt(world, commit, texts.find((text) => text.path === path) ?? { path, blob: null })
      return { path, module, read, wasThere: read !== null || (await world.checkouts.read(base, path)) !== null }
    }),
  )
  // What was made and taken away again in a later round is nothing.
  const standing = designs.filter(({ wasThere }) => wasThere)
  const sigma2 = architecture === null ? null : await textAt(world, commit, architecture)
  const order = listedIn(sigma2)
  const names = standing.map(({ module }) => module).toSorted((left, right) => left.localeCompare(right))
  const ordered = [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))]
  const own =
    architecture === null ? [] : architectureFaults(architecture.path, sigma2, names).map(at(architecture.path))
  return {
    faults: [
      ...own,
      ...standing.flatMap(({ path, read }) => designFaults(path, read).map(at(path))),
      ...(standing.length === 0 ? [nothingDesigned(parameters)] : []),
    ],
    found: {
      document: null,
      modules: ordered,
      ...needsFound(sigma2),
      interfaces: standing.reduce((sum, { read }) => sum + interfacesIn(read), 0),
    },
    texts: Object.fromEntries(standing.map(({ path, read }): [string, string | null] => [path, read?.text ?? null])),
  }
}

function needsFound(architecture: ReadText | null): Pick<DesignFound, 'needs'> {
  const needs = needsIn(architecture)
  return Object.keys(needs).length === 0 ? {} : { needs }
}

function moduleIn(
  path: string,
  { folder }: DesignParameters,
): { readonly path: string; readonly module: string } | null {
  const below = folder === '' ? '' : `${folder}/`
  if (!path.startsWith(below) || !path.endsWith('/design.md')) return null
  return { path, module: path.slice(below.length, -'/design.md'.length) }
}

const nothingDesigned = ({ folder }: DesignParameters): Finding => ({
  rule: 'nothing-designed',
  message: `No design was written below ${folder === '' ? 'the top of the repository' : folder}.`,
  remedy:
    'Write the design of each module to <module>/design.md there, or answer DN and say why there is none to write.',
})

/** The documents, and no other file, are a designer's to write. */
async function strayFiles(
  { checkouts }: GateWorld,
  commit: string,
  parameters: DesignParameters,
): Promise<readonly Finding[]> {
  const { base, architecture, exploration } = parameters
  if (commit === base) return []
  const isDocument = (path: string): boolean =>
    path === architecture?.path || path === exploration || moduleIn(path, parameters) !== null
  const changed = await checkouts.diff(base, commit)
  return changed
    .filter(({ path }) => !isDocument(path))
    .map(({ path }) => ({
      rule: 'stray-file',
      message: `${path} was changed; a designer writes designs and nothing else.`,
      remedy: `Put ${path} back as it was.`,
    }))
}

/** A fault as agents and people are told of it. */
const at =
  (path: string) =>
  ({ rule, line, message, remedy }: DocumentFault): Finding => ({
    rule,
    message: `${path}:${line}: ${message}`,
    remedy,
  })
