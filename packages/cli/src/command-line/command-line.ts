/** The command tree, and how stricli's words and exit codes become Sigma's. */
import {
  type Application,
  type ApplicationText,
  buildApplication,
  buildRouteMap,
  type CommandContext,
  type DocumentedCommand,
  generateHelpTextForAllCommands,
  proposeCompletions,
  run,
  text_en,
  UnexpectedPositionalError,
} from '@stricli/core'
import packageJson from '../../package.json' with { type: 'json' }
import { isOwn, routesFor } from '../commands/catalog.ts'
import { completingWord } from '../commands/completion.ts'
import { type ExitCode, exitCodes, exitOf, wrongCommandLine } from '../errors.ts'
import { lazily } from '../lazily.ts'
import { printable } from '../printable.ts'
import { type Context, type Program, print, type World } from '../world.ts'
import { argumentProblem, orEnd } from './argument-problem.ts'
import { failureText } from './failure.ts'
import type { Quoted } from './quoted-words.ts'
import { asksJson, failedResult, printFailure, printResult } from './result.ts'

/** What was wrong about a command line, and a command that helps. */
interface Wrong {
  readonly problem: string
  readonly hint: string
}

/** Commands that start or end a run, as those do that kits bring: their last line on stdout is a Result, also when the command line is wrong and no `--json` stands there (SIG-31). */
const givingResults: readonly string[] = ['answer', 'decide', 'resume', 'stop']

/** Words about one command line, in place of stricli’s own. `quoted`: how its sentence would be quoted; null: its command takes none. */
export function textFor(
  args: readonly string[],
  routes: object,
  tell: (wrong: Wrong) => void,
  program: Program = 'sigma',
  quoted: Quoted | null = null,
): ApplicationText {
  const wrongly = (problem: string, hint: string): string => {
    tell({ problem, hint })
    return `error: ${problem}\nhint: ${hint}`
  }
  return {
    ...text_en,
    noCommandRegisteredForInput: ({ input, corrections }) => {
      const [first = ''] = args
      // Where the first word is a group of commands, the unknown word is the second.
      const group = Object.hasOwn(routes, first) ? `${program} ${first}` : program
      const words = corrections.map((word) => word.replaceAll('`', ''))
      return wrongly(
        `There is no command "${input}"${orEnd(words.map((word) => `"${word}"`))}`,
        words[0] === undefined ? `${group} --help` : `${group} ${words[0]} --help`,
      )
    },
    exceptionWhileParsingArguments: (exception) =>
      quoted !== null && exception instanceof UnexpectedPositionalError
        ? wrongly(
            `There is one argument too many, "${exception.input}": a ${quoted.sentence} of several words stands in quotes.`,
            quoted.hint,
          )
        : wrongly(argumentProblem(exception), `${commandIn(args, routes, program)} --help`),
    exceptionWhileRunningCommand: failureText,
    exceptionWhileLoadingCommandFunction: failureText,
    exceptionWhileLoadingCommandContext: failureText,
    commandErrorResult: failureText,
  }
}

/** `sigma protocol check`: the command that these words name. */
function commandIn([first = '', second = '']: readonly string[], routes: object, program: Program): string {
  if (!Object.hasOwn(routes, first)) return program
  const isGroup = Object.entries(routes).some(([name, route]) => name === first && 'getAllEntries' in route)
  return isGroup && /^\w/.test(second) ? `${program} ${first} ${second}` : `${program} ${first}`
}

const briefs: Readonly<Record<Program, string>> = {
  sigma: 'Runs coding agents through strict protocols and never has to believe them.',
  pm: 'Puts agents and people into rooms for a bounded discussion that decides something.',
}

/** The commands with these words; `routes` says which commands there are. */
export const applicationWith = (
  text: ApplicationText,
  routes: Awaited<ReturnType<typeof routesFor>>,
  program: Program = 'sigma',
): Application<Context> =>
  buildApplication(
    buildRouteMap({
      routes,
      docs: {
        brief: briefs[program],
        fullDescription: [
          briefs[program],
          '',
          'Results go to stdout, talk to stderr. Exit codes: 0 done, 1 error, 2 gate not met, halted, refused or aborted,',
          '3 waiting for a decision, 64 wrong command line, 130 interrupted.',
        ].join('\n'),
      },
    }),
    {
      name: program,
      versionInfo: { currentVersion: packageJson.version },
      scanner: {
        caseStyle: 'allow-kebab-for-camel',
        allowArgumentEscapeSequence: true,
        distanceOptions: { threshold: 3, weights: { insertion: 1, deletion: 1, substitution: 2, transposition: 1 } },
      },
      documentation: { caseStyle: 'convert-camel-to-kebab', disableAnsiColor: true, useAliasInUsageLine: false },
      localization: { text },
      determineExitCode: exitOf,
    },
  )

/** The help of every command, by command. */
export async function helpTexts(program: Program = 'sigma'): Promise<readonly DocumentedCommand[]> {
  // as: stricli asks for an application of any context, and makes none of it here.
  return generateHelpTextForAllCommands(
    applicationWith(text_en, await routesFor('', program), program) as unknown as Application<CommandContext>,
  )
}

const ofKits = lazily(() => import('./kit-routes.ts'))

/** Plays one command line; never throws for what a user did. */
export async function playLine(world: World, typed: readonly string[], program: Program = 'sigma'): Promise<ExitCode> {
  const args = helpFirst(typed, program)
  const play: Context['play'] = (other, words) => playLine(other, words, program)
  const process: Context['process'] = {
    stdout: { write: (chunk: string) => world.stdout.write(printable(chunk)) },
    stderr: { write: (chunk: string) => world.stderr.write(printable(chunk)) },
    exitCode: null,
  }
  if (args[0] === completingWord) return await complete(world, args.slice(1), process, program)
  if (args.length === 0 && program !== 'sigma') return await playLine(world, ['--help'], program)
  if (args.length === 0) {
    // Loaded here: no other command line waits for the protocols that are named there.
    print(world, (await import('../render/beginning.ts')).beginningText)
    return 0
  }
  const wrong: Wrong[] = []
  const name = args[0] ?? ''
  const routes = await routesFor(name, program)
  const quoted = isOwn(name) ? null : (await ofKits()).quotedFor(args)
  const text = textFor(args, routes, (each) => wrong.push(each), program, quoted)
  const failed: unknown[] = []
  const keeping = (failure: unknown): string => {
    failed.push(failure)
    return failureText(failure)
  }
  const keepingText = {
    ...text,
    exceptionWhileRunningCommand: keeping,
    exceptionWhileLoadingCommandFunction: keeping,
    exceptionWhileLoadingCommandContext: keeping,
  }
  await run(applicationWith(keepingText, routes, program), args, { process, world, play })
  for (const failure of failed) printFailure(world, args, failure)
  const [first] = wrong
  if (first !== undefined && (asksJson(args) || (program === 'sigma' && (await isGivingResult(name)))))
    printResult(world, { json: asksJson(args) }, failedResult(wrongCommandLine(first.problem, first.hint)))
  return known(Number(process.exitCode ?? 0))
}

/** `pm help say` is `pm say --help`. */
function helpFirst(args: readonly string[], program: Program): readonly string[] {
  const [first, ...rest] = args
  return program !== 'sigma' && first === 'help' ? [...rest.slice(0, 1), '--help'] : args
}

async function isGivingResult(name: string): Promise<boolean> {
  if (isOwn(name)) return givingResults.includes(name)
  return (await ofKits()).givesResult(name)
}

/** Proposals for the last of the words, one a line. */
async function complete(
  world: World,
  words: readonly string[],
  process: Context['process'],
  program: Program,
): Promise<ExitCode> {
  const application = applicationWith(
    text_en,
    await routesFor(words.length > 1 ? (words[0] ?? '') : '', program),
    program,
  )
  const proposals = await proposeCompletions(application, words, { process, world, play: playLine, words })
  // A lone `--` is what stricli offers to end the flags with: nobody looks for it.
  const offered = proposals.map(({ completion }) => completion).filter((word) => word !== '--')
  const values = offered.filter((word) => !word.startsWith('-'))
  for (const word of values.length > 0 ? values : offered) print(world, word)
  return 0
}

/** stricli's own codes are negative: -5 and -4 are a wrong command line, the rest are faults of Sigma. */
const known = (code: number): ExitCode =>
  exitCodes.find((each) => each === code) ?? (code === -4 || code === -5 ? 64 : 1)
