/** Makes a project run of what is wanted, the configuration and the command line. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Asked, type Beginning, friendlyWord, type Kit, type MakeStage, slugOf } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { readArchitecture } from '../../modules/acceptance.ts'
import { readModules } from '../../modules/architecture.ts'
import { interfacesOf, moduleFolder, modulesFolder, pathInRepository, readDocument } from '../../modules/documents.ts'
import { documentFault } from '../../modules/errors.ts'
import { type Module, type ProjectInput, projectInputSchema, type Stage, stages } from '../machine/input.ts'
import { noDesigner } from './errors.ts'
import { type Flags, type Profile, readFlags, readSettings } from './settings.ts'
import { wantedOf } from './wanted.ts'
import { fitting, saidIn } from './words-of-people.ts'

type Makers = ReadonlyMap<string, MakeStage>

export async function makersOf(kits: readonly Kit[]): Promise<Makers> {
  const loaded = kits.map(async ({ name, stage }) => [name, (await stage?.()) ?? null] as const)
  return new Map((await Promise.all(loaded)).flatMap(([name, make]) => (make === null ? [] : [[name, make] as const])))
}

/** `sigma run`. Fails with `unknown-module`, `no-modules`, `no-designer`, `design-…`, `wrong-command-line`. */
export function runsWith(makers: Makers): (asked: Asked) => Beginning {
  return (asked) => {
    const flags = readFlags(asked.flags)
    const { memoryBank, acceptance } = readSettings(asked.config)
    const given = flags.memoryBank === undefined ? undefined : resolve(asked.place.cwd, flags.memoryBank)
    const { modules: names, wish } = wantedOf(asked, { bank: memoryBank, given })
    const profile = flags.profile ?? 'standard'
    const said = wish === null ? null : { kind: 'wish' as const, text: fitting(wish, 'wish', 'sigma run "<wish>"') }
    if (said !== null) needDesigner(asked, 'run')
    const { modules, listedIn } = modulesIn(asked, names, modulesFolder(asked.place.root, memoryBank, given))
    const designs = said === null && (acceptance === 'loops' || profile === 'strict')
    return beginning(asked, makers, { called: 'run', said, modules, listedIn, designs, profile, flags })
  }
}

/** `sigma fix`. Fails with `no-designer`, `report-unreadable`, `wrong-command-line`. */
export function fixesWith(makers: Makers): (asked: Asked) => Beginning {
  return (asked) => {
    const flags = readFlags(asked.flags)
    const hint = 'sigma fix "what happens, and what should happen"'
    const said = { kind: 'bug' as const, text: fitting(saidIn(asked.subject, asked.place.cwd), 'report', hint) }
    needDesigner(asked, 'tdd')
    const wish = {
      called: 'fix',
      said,
      modules: [],
      listedIn: null,
      designs: false,
      profile: flags.profile ?? 'quick',
      flags,
    }
    return beginning(asked, makers, wish)
  }
}

function needDesigner({ config }: Asked, instead: string): void {
  if (readSettings(config).roles['designer'] === undefined) throw noDesigner(instead)
}

/** In the order of the architecture, where one lists them, and with what it says that they need. Fails with `architecture-fault`. */
function modulesIn(asked: Asked, names: readonly string[], folder: string): Listed {
  const architecture = names.length < 2 ? null : readArchitecture(asked.place, folder)
  const { modules: listed, needs, faults } = readModules(architecture?.text ?? '')
  const unmet = faults.find(({ rule }) => rule === 'module-needs')
  if (architecture !== null && unmet !== undefined) throw documentFault('architecture', architecture.path, unmet)
  const ordered = [...listed.filter((name) => names.includes(name)), ...names.filter((name) => !listed.includes(name))]
  const modules = ordered.map((name) => ({ ...moduleIn(asked, name, folder), needs: needs[name] ?? null }))
  return { modules, listedIn: architecture?.path ?? null }
}

function moduleIn({ place, keep }: Asked, module: string, modules: string): Omit<Module, 'needs'> {
  const folder = moduleFolder({ place, modules, command: 'run' }, module)
  const design = readDocument({ place }, 'design', join(folder, 'design.md'), module)
  interfacesOf(design)
  const file = join(folder, 'tdd_plan.md')
  const plan = existsSync(file) ? readDocument({ place }, 'plan', file, module) : null
  return {
    module,
    design: { path: design.path, blob: keep(design.bytes) },
    plan: { path: pathInRepository(place, 'plan', file), blob: plan === null ? null : keep(plan.bytes) },
  }
}

interface Listed {
  readonly modules: readonly Module[]
  /** The architecture that lists them; null: none was read. */
  readonly listedIn: string | null
}

interface Wish extends Listed {
  /** The command. */
  readonly called: string
  readonly said: ProjectInput['wish']
  readonly designs: boolean
  readonly profile: Profile
  readonly flags: Flags
}

function beginning(
  asked: Asked,
  makers: Makers,
  { called, said, modules, listedIn, designs, profile, flags }: Wish,
): Beginning {
  const { base, place, random } = asked
  const { guarded, limits } = readSettings(asked.config)
  const names = modules.map(({ module }) => module)
  const [only, ...others] = names
  const input: ProjectInput = projectInputSchema.parse(
    jsonOf({
      subject: said === null ? (others.length === 0 ? (only ?? null) : null) : shortened(said.text),
      wish: said,
      modules,
      designs,
      profile,
      atOnce: limits.modules,
      returns: 1,
      lands: true,
      base,
      templates: templatesOf(asked, makers, { said, names, designs, profile, flags }),
      guarded: place.globsInRepository(guarded),
      decisionMs: limits.decisions,
    }),
  )
  const first = said === null && !designs ? 'plan' : 'design'
  const from = stages.slice(stages.indexOf(first)).join(', ')
  return {
    run: `${called}-${slugOf(said?.text ?? names.join('-'), 'all')}-${friendlyWord(random(6))}`,
    input: jsonOf(input),
    summary: `${said === null ? names.join(', ') : `a ${said.kind}`}: ${from} (${profile}), from ${base.slice(0, 10)}`,
    read: [
      ...(listedIn === null ? [] : [listedIn]),
      ...modules.flatMap(({ design, plan }) => [design.path, ...(plan.blob === null ? [] : [plan.path])]),
    ],
  }
}

/** People name a run by its wish, and join it; a whole text is no name. */
const shortened = (text: string): string | null => (text.length > 120 || text.includes('\n') ? null : text)

interface Wanting {
  readonly said: ProjectInput['wish']
  readonly names: readonly string[]
  readonly designs: boolean
  readonly profile: Profile
  readonly flags: Flags
}

/** What each stage is begun with, as its own protocol makes it, and what this run settles of it. */
function templatesOf(asked: Asked, makers: Makers, { said, names, designs, profile, flags }: Wanting): object {
  const made = (stage: Stage): object => makers.get(stage)?.(asked) ?? {}
  const isFix = said?.kind === 'bug'
  const plan = planSchemaless(made('plan'))
  return {
    design: said === null && !designs ? null : { ...made('design'), ...designed({ said, names, profile, flags }) },
    plan: {
      ...plan,
      acceptance: profile === 'quick' ? 'recorded' : 'critic',
      ...(isFix && { isBug: true, sorting: { ...plan.sorting, most: 1 } }),
    },
    tdd: {
      ...made('tdd'),
      ...{ tellsBase: true, tellsEvidence: true },
      ...(isFix && { reproduces: true }),
      ...(profile === 'strict' && { mutants: true }),
    },
    review: made('review'),
  }
}

/** Quick designs have no critic: who accepts them is the person. */
function designed({ said, names, profile, flags }: Omit<Wanting, 'designs'>): object {
  const [only = null, ...others] = names
  const whole = said === null ? { subject: others.length === 0 ? only : 'architecture' } : { subject: null }
  return {
    ...whole,
    wish: said?.text ?? null,
    ...(said?.kind === 'bug' && { isBug: true }),
    only: said === null && others.length === 0 ? only : null,
    audit: profile !== 'quick' || said === null,
    acceptance: said === null ? 'critic' : flags.yes ? 'recorded' : 'person',
  }
}

const planSchemaless = (plan: object): { readonly sorting?: object } => ({ ...plan })
