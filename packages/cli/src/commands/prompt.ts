import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SigmaError } from '@sigma/engine'
import { builtInText, type Override, promptOf, type Template, templateFor, templateName } from '@sigma/runtime'
import { playedRoles } from '../config/protocol-words.ts'
import { wrongCommandLine } from '../errors.ts'
import type { Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { templateExists } from '../prompts/errors.ts'
import { noteOfNoPrompts, promptsFolder, readOwnTemplates } from '../prompts/own-templates.ts'
import { knownOf, type Row, rows, templateNames } from '../prompts/rows.ts'
import { changedSince } from '../prompts/run-templates.ts'
import { turnShown, type Wanted } from '../prompts/turn-shown.ts'
import { phasesIn, rowNamed } from '../prompts/wanted.ts'
import { columns } from '../render/columns.ts'
import { subjectsToBegin } from '../runs/proposals.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, optional, toggle, valued, word } from './flags.ts'

const builtIn = 'built in'

/** A turn that shows much of what a template is, as words of a command line. */
const shown = rows.flatMap(({ of }) => of?.task ?? []).find(({ writes }) => writes === 'tests')
const [anyRole, anyPhase] = [shown?.role ?? '<role>', shown?.phases[0] ?? '<phase>']

const phaseNames: readonly string[] = [...new Set(rows.flatMap(phasesIn))]

const flags = {
  module: valued(word('Module that the turn is about, instead of an example', 'module', subjectsToBegin)),
  unit: valued(word('Part of the work that the turn is about, e.g. C1', 'name')),
  copy: toggle('Copy the template into the project, to be changed there'),
  json: jsonFlag,
}

export const promptCommand = command({
  brief: 'Show what an agent is told in a turn, and its templates',
  about: `Shows the prompt of a turn, e.g. \`sigma prompt ${anyRole} ${anyPhase}\`: with --module as it was told last in a run of that module, or as design and plan make it. Without a turn it lists the templates. --copy lays a template into the folder of the project’s own (sigma-prompts), where you may change it: runs that begin after that use it.`,
  flags,
  takes: [
    optional(word(`Role (${playedRoles.join(', ')}), or the name of a template`, 'role', amongRoles)),
    optional(word(`Phase, e.g. ${anyPhase}`, 'phase', amongPhases)),
  ],
  plays: async ({ world }, flags, role, phase) => {
    if (role === undefined && flags.copy)
      throw wrongCommandLine('Name the template to copy.', `sigma prompt ${anyRole} ${anyPhase} --copy`)
    const project = await projectHere(world, flags)
    if (project !== null && !flags.copy) noteOfNoPrompts(world, project)
    if (role === undefined) return await list(world, project, flags.json)
    const wanted = { ...rowNamed(role, phase), module: flags.module, unit: flags.unit }
    if (flags.copy) await copy(world, project, wanted)
    else await show(world, project, flags.json, wanted)
    return 0
  },
})

type Flags = FlagsOf<typeof flags>

function amongRoles(partial: string): readonly string[] {
  return [...playedRoles, ...templateNames].filter((name) => name.startsWith(partial))
}

function amongPhases(partial: string): readonly string[] {
  const lower = partial === '' ? [] : phaseNames.map((name) => name.toLowerCase())
  return [...phaseNames, ...lower].filter((name) => name.startsWith(partial))
}

/** Templates can be looked at outside of a repository too. */
async function projectHere(world: World, { module, copy: copies }: Flags): Promise<Project | null> {
  try {
    return await openProject(world)
  } catch (error) {
    const isNowhere = error instanceof SigmaError && error.code === 'not-a-repository'
    if (isNowhere && module === undefined && !copies) return null
    throw error
  }
}

async function show(
  world: World,
  project: Project | null,
  json: boolean,
  wanted: ReturnType<typeof rowNamed> & Wanted,
): Promise<void> {
  const { source } = await knownOf(wanted.row)
  const turn = await turnShown(project, source, wanted)
  const overrides = turn.overrides ?? (project === null ? [] : readOwnTemplates(project))
  const { system, prompt, template } = promptOf(turn.handoff, {
    source,
    overrides,
    report: true,
    rehearses: true,
    // Every turn of a dialogue has its memory.
    remembers: turn.handoff.context['session'] !== undefined,
    resumed: false,
  })
  if (json) {
    printJson(world, { template, turn: turn.what, system, prompt, others: wanted.others })
    return
  }
  print(world, prompt.trimEnd())
  talk(world, `\n${template.name}, version ${template.version}, ${template.origin}; ${turn.what}.`)
  const changed = project === null || turn.overrides === null ? [] : changedSince(project, turn.overrides)
  if (changed.length > 0) talk(world, `note: since then ${changed.join(', ')} changed, which counts for new runs.`)
  for (const other of wanted.others) talk(world, `hint: this phase has another turn: sigma prompt ${other}`)
}

async function copy(world: World, project: Project | null, { row }: Wanted): Promise<void> {
  if (project === null) return
  const known = await knownOf(row)
  const { name } = known.spec
  const folder = promptsFolder(project)
  const file = join(folder, `${name}.md`)
  const shown = relative(world.cwd, file)
  if (existsSync(file)) throw templateExists(shown)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, builtInText(known))
  print(world, `wrote ${shown}`)
  talk(world, `hint: change it, and see it by: sigma prompt ${name}`)
}

type Listed = Awaited<ReturnType<typeof listedOf>>

/** 1 where a template of the project cannot be used. */
async function list(world: World, project: Project | null, json: boolean): Promise<0 | 1> {
  const own = project === null ? [] : readOwnTemplates(project)
  const listed = await Promise.all(rows.map((row) => listedOf(row, own)))
  const faulty = listed.filter(({ fault }) => fault !== null)
  if (json) printJson(world, { templates: listed })
  else tell(world, listed)
  return faulty.length === 0 ? 0 : 1
}

/** Its version, or what is wrong about it; `newer`: that of Sigma's own, which an own template could not know yet. */
async function listedOf(row: Row, own: readonly Override[]) {
  const { name, about } = row.template
  const path = own.find((each) => templateName(each.path) === name)?.path
  const what = { name, role: row.of?.task.role ?? '', phases: phasesIn(row), about }
  const origin = path ?? builtIn
  const known = await knownOf(row)
  try {
    const sigmas = templateFor(known, [])
    const used: Template = templateFor(known, own)
    const newer = used.version < sigmas.version ? sigmas.version : null
    return { ...what, version: used.version, origin, newer, fault: null, remedy: null }
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    return { ...what, version: null, origin, newer: null, fault: error.message, remedy: error.hint }
  }
}

function tell(world: World, listed: readonly Listed[]): void {
  const cells = listed.map(({ name, version, origin, about }) => [
    name,
    version === null ? '✗' : `v${version}`,
    isOwn(origin) ? 'own' : origin,
    about,
  ])
  for (const line of columns([['template', '', 'from', 'asks for'], ...cells])) print(world, line)
  const own = listed.filter(({ origin }) => isOwn(origin))
  for (const { origin, newer } of own) {
    const older = newer === null ? '' : ` (made from an older version; Sigma's own is v${newer})`
    print(world, `own: ${origin}${older}`)
  }
  const faulty = listed.filter(({ fault }) => fault !== null)
  for (const { fault, remedy } of faulty) talk(world, `error: ${fault}\nhint: ${remedy}`)
  if (faulty.length > 0) return
  talk(
    world,
    `hint: sigma prompt ${anyRole} ${anyPhase} shows one; --copy lays it into the project, to be changed there.`,
  )
}

const isOwn = (origin: string): boolean => origin !== builtIn
