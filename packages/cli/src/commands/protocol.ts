import type { Kit, Limits, PlacedFault, ReadDefined } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import type { ExploreReport, Json } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { buildRouteMap, type RouteMap } from '@stricli/core'
import { type ExitCode, unknownProtocol, wrongLimits } from '../errors.ts'
import { definedNamed, definedNames, layDefined } from '../own-protocols/defined.ts'
import { printableLine } from '../printable.ts'
import { columns, indent } from '../render/columns.ts'
import { type Context, print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, valued, word } from './flags.ts'

const takes = [word('Name of the protocol, e.g. tdd, or its folder', 'name')] as const

const limitsFlag = valued({
  brief: 'Limits to explore at, e.g. rounds=2,tries=2',
  placeholder: 'name=n,…',
  parse: readLimits,
})

const check = command({
  brief: 'Walk every reachable state and report what is wrong',
  about:
    'Walks every state that a protocol can come to. A step protocol of the project is read first, by its name or its folder: what is wrong with its table or its texts is told with file and line. Exit code 2 if anything is wrong.',
  flags: { limits: limitsFlag, json: jsonFlag },
  takes,
  plays: async ({ world }, { limits, json }, name) => {
    const { kit, input, read } = await protocolNamed(world, name, limits)
    const faults = read?.faults ?? []
    const report = input === null ? null : kit.explore(input, { now: world.now })
    if (json)
      printJson(world, read === null ? report : { ...report, protocol: read.name, file: read.file, table: faults })
    else print(world, [...faultLines(faults), ...(report === null ? [] : [reportText(report, read?.name)])].join('\n'))
    return faults.length === 0 && report?.faults.length === 0 && report.complete ? 0 : 2
  },
})

/** `protocols/execution/release/protocol.json:12: …`, a line each. */
const faultLines = (faults: readonly PlacedFault[]): readonly string[] =>
  faults.map(({ file, line, message, remedy }) =>
    printableLine(`${file}${line === null ? '' : `:${line}`}: ${message} ${remedy}`),
  )

const drawing = command({
  brief: 'Draw the states as a Mermaid diagram',
  about:
    'Draws the states of a protocol, and what leads from one to another, as a Mermaid diagram; of a step protocol of the project its steps, branches, loops and decisions.',
  flags: { limits: limitsFlag },
  takes,
  plays: async ({ world }, { limits }, name) => {
    const { kit, input, read } = await protocolNamed(world, name, limits)
    if (input === null) {
      print(world, faultLines(read?.faults ?? []).join('\n'))
      return 2
    }
    print(world, (read?.drawing ?? kit.draw(input)).trimEnd())
    return 0
  },
})

const list = command({
  brief: 'List the protocols that there are, the project’s own too',
  flags: { json: jsonFlag },
  plays: async ({ world }, { json }): Promise<ExitCode> => {
    const names = await allNames(world)
    if (json) printJson(world, names)
    else print(world, names.map((name) => printableLine(name)).join('\n'))
    return 0
  },
})

const fresh = command({
  brief: 'Lay a small step protocol into the project, to be changed',
  about:
    'Lays a table of steps and their texts below protocols/execution/, with a branch, a loop and a decision. Nothing is written over.',
  flags: { json: jsonFlag },
  takes: [word('Name of the protocol, which is its route', 'name')],
  plays: async ({ world }, { json }, name): Promise<ExitCode> => {
    const files = await layDefined(world, name)
    if (json) printJson(world, { protocol: name, files })
    else print(world, files.join('\n'))
    talk(world, `hint: sigma protocol check ${name}`)
    return 0
  },
})

export const protocolCommands: RouteMap<Context> = buildRouteMap({
  routes: { list, new: fresh, check, draw: drawing },
  docs: { brief: 'List, lay, check or draw protocols' },
})

interface Named {
  readonly kit: Kit
  /** Null: what was read has faults. */
  readonly input: Json | null
  /** Null: it is a protocol that brings its own machine. */
  readonly read: ReadDefined | null
}

/** Each once. */
const allNames = async (world: World): Promise<readonly string[]> => [
  ...new Set([...kits.map((each) => each.name), ...(await definedNames(world))]),
]

/** A protocol with limits to walk it at: small ones unless told otherwise, so that every state can be walked. */
async function protocolNamed(world: World, name: string, limits: Limits = {}): Promise<Named> {
  const known = kits.find((each) => each.name === name)
  const found = known === undefined ? await definedNamed(world, name, limits) : null
  const kit = known ?? found?.kit
  if (kit === undefined) {
    const names = await allNames(world)
    throw unknownProtocol(name, names, nearest(name, names))
  }
  const { limits: taken, of } = kit.sample
  const unknown = Object.keys(limits).find((limit) => !taken.includes(limit))
  if (unknown !== undefined) throw wrongLimits(name, unknown, taken, nearest(unknown, taken))
  return { kit, read: found?.read ?? null, input: found === null ? of(limits) : found.read.input }
}

function readLimits(input: string): Limits {
  return Object.fromEntries(
    input.split(',').map((part) => {
      const [, name, value] = /^([a-z]+)=(\d{1,6})$/.exec(part.trim()) ?? []
      if (name === undefined) throw new Error('limits are written like rounds=2,tries=2.')
      return [name, Number(value)] as const
    }),
  )
}

function reportText(report: ExploreReport, name: string = report.protocol): string {
  const { version, states, transitions, ms, complete, faults, mostAsks } = report
  return [
    `${name}, version ${version}`,
    ...columns([
      ['  states', String(states)],
      ['  transitions', String(transitions)],
      ['  time', ms === null ? 'not measured' : `${Math.round(ms)} ms`],
      ['  most agent calls between two outside inputs', mostAsks === null ? 'no bound' : String(mostAsks)],
      ['  walked', complete ? 'every reachable state' : 'only a part: lower the limits'],
      ['  faults', faults.length === 0 ? 'none' : String(faults.length)],
    ]),
    ...faults.map(({ kind, message, trace }) => indent(`${kind}: ${message}\n${indent(trace.join('\n'))}`)),
  ].join('\n')
}
