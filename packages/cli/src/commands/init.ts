import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildCommand, type Command } from '@stricli/core'
import { defaultGuarded, type RunnerName, runners } from '../config/config.ts'
import { readConfig } from '../config/config-file.ts'
import { configName } from '../config/config-place.ts'
import { type Inspection, inspectProject } from '../config/inspection.ts'
import { agentNames, lackedBy, proposedAgent, refuseMistyped } from '../config/proposed-agent.ts'
import { wordsOf } from '../config/words.ts'
import { configExists } from '../errors.ts'
import { exampleFiles, writeExample } from '../example.ts'
import { moduleName } from '../module-name.ts'
import { locate } from '../place.ts'
import { powersOf } from '../trust/powers.ts'
import { confirm } from '../trust/trusted.ts'
import { type Context, print, printJson, talk, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly agent: readonly string[] | undefined
  readonly example: string | undefined
  readonly force: boolean
  readonly json: boolean
}

export const initCommand: Command<Context> = buildCommand({
  docs: { brief: 'Look at the project and write sigma.config.json' },
  parameters: {
    flags: {
      agent: {
        kind: 'parsed',
        parse: wordsOf,
        brief: 'Who plays qa and dev: claude, codex, …, person, or a command',
        placeholder: 'agent',
        optional: true,
        proposeCompletions: (partial: string) => agentNames.filter((name) => name.startsWith(partial)),
      },
      example: {
        kind: 'parsed',
        parse: moduleName,
        brief: 'Also write a skeleton of a design and a plan for this module',
        placeholder: 'module',
        optional: true,
      },
      force: {
        kind: 'boolean',
        brief: 'Write the configuration anew; a design or plan that is there stays',
        default: false,
        withNegated: false,
      },
      json: jsonFlag,
    },
  },
  func(this: Context, flags: Flags) {
    return init(this.world, flags)
  },
})

async function init(world: World, flags: Flags): Promise<void> {
  const place = locate(world)
  const root = place.configFile === null ? packageFolder(world.cwd, place.top) : place.root
  const file = join(root, configName)
  const keepsConfig = existsSync(file) && !flags.force
  if (keepsConfig && flags.example === undefined) throw configExists(file)
  const { memoryBank, roles } = await readConfig(keepsConfig ? file : null)
  const hasAgent = flags.agent !== undefined || (roles.qa !== undefined && roles.dev !== undefined)
  const files = flags.example === undefined ? [] : exampleFiles(join(root, memoryBank), flags.example, flags.force)
  if (flags.agent !== undefined) refuseMistyped(world, root, flags.agent)
  const inspection = inspectProject(root, defaultGuarded)
  if (!keepsConfig) {
    writeFileSync(file, configText(inspection, flags.agent))
    // What was asked for in so many words is confirmed by that.
    confirm(world, root, powersOf(await readConfig(file)))
  }
  for (const each of files) writeExample(each)
  const shown = (path: string): string => relative(world.cwd, path)
  const documents = files.map(({ path }) => shown(path))
  const written = [...(keepsConfig ? [] : [shown(file)]), ...documents]
  const next = [...lackedBy(world, root, flags.agent), ...nextSteps(inspection, flags, documents, hasAgent)]
  if (flags.json) printJson(world, { written, runner: runnerOf(inspection), runners: inspection.runners, next })
  else tell(world, inspection, written, next)
}

/** The likeliest that Sigma can run. */
const runnerOf = ({ runners: named }: Inspection): RunnerName =>
  runners.find((each) => each === named.find(isKnown)) ?? 'node:test'

const isKnown = (name: string): boolean => runners.some((each) => each === name)

/** A package of a monorepo gets a configuration of its own when it is stood in; else the repository has one. */
function packageFolder(cwd: string, top: string): string {
  return existsSync(join(cwd, 'package.json')) ? cwd : top
}

function configText(inspection: Inspection, agent: readonly string[] | undefined): string {
  const proposed = agent === undefined ? null : proposedAgent(agent)
  const agents = proposed === null ? {} : { [proposed.name]: proposed.config }
  const roles = proposed === null ? {} : { qa: proposed.name, dev: proposed.name }
  const config = {
    agents,
    roles,
    tests: { runner: runnerOf(inspection), files: inspection.tests },
    source: inspection.source,
    guarded: inspection.guarded,
  }
  const text = JSON.stringify(config, null, 2)
  return `${text.replace(wordList, (_list, words: string) => `[${words.replace(/\s*\n\s*/g, ' ')}]`)}\n`
}

/** A list of words, which reads better on one line. */
const wordList = /\[\n\s+([^\][{}]*?)\n\s*\]/g

function tell(world: World, inspection: Inspection, written: readonly string[], next: readonly string[]): void {
  for (const path of written) print(world, `wrote ${path}`)
  for (const note of inspection.notes) talk(world, `  ${note}`)
  const runner = runnerOf(inspection)
  const others = inspection.runners.filter((each) => each !== runner)
  talk(world, `  runner: ${runner}${others.length === 0 ? '' : `, though the project names ${others.join(', ')} too`}`)
  if (others.length > 0)
    talk(world, `note: name only tests for ${runner} in "tests.files"; Sigma runs one runner a project.`)
  talk(world, 'next:')
  for (const [at, step] of next.entries()) talk(world, `  ${at + 1}. ${step}`)
}

function nextSteps(
  inspection: Inspection,
  { example }: Flags,
  documents: readonly string[],
  hasAgent: boolean,
): readonly string[] {
  return [
    ...(!hasAgent
      ? [
          `Name your agent: sigma init --force --agent claude (or ${agentNames.slice(1).join(', ')}, "node agent.mjs"), or by hand under "agents" and "roles".`,
        ]
      : []),
    ...(inspection.runners.some((runner) => runner !== runnerOf(inspection))
      ? [`Check "tests" in sigma.config.json: only tests written for ${runnerOf(inspection)} can be run.`]
      : []),
    example === undefined
      ? 'Write a design and a plan: sigma init --example <module>'
      : `Fill in ${documents.join(' and ')}.`,
    'sigma doctor',
    `sigma tdd ${example ?? '<module>'}`,
  ]
}
