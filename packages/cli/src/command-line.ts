/** The command tree, and how stricli's words and exit codes become Sigma's. */
import {
  type Application,
  type ApplicationText,
  ArgumentScannerError,
  buildApplication,
  buildRouteMap,
  type CommandContext,
  type DocumentedCommand,
  formatMessageForArgumentScannerError,
  generateHelpTextForAllCommands,
  run,
  text_en,
} from '@stricli/core'
import packageJson from '../package.json' with { type: 'json' }
import { decideCommand } from './commands/decide.ts'
import { doctorCommand } from './commands/doctor.ts'
import { inboxCommand } from './commands/inbox.ts'
import { initCommand } from './commands/init.ts'
import { logCommand } from './commands/log.ts'
import { protocolCommands } from './commands/protocol.ts'
import { resumeCommand } from './commands/resume.ts'
import { statusCommand } from './commands/status.ts'
import { stopCommand } from './commands/stop.ts'
import { tddCommand } from './commands/tdd.ts'
import { whyCommand } from './commands/why.ts'
import { type ExitCode, exitOf } from './errors.ts'
import { failureText } from './failure.ts'
import { printable } from './printable.ts'
import type { Context, World } from './world.ts'

const wrongCommandLine = (problem: string, hint: string): string => `error: ${problem}\nhint: ${hint}`

const text: ApplicationText = {
  ...text_en,
  noCommandRegisteredForInput: ({ input, corrections }) =>
    wrongCommandLine(
      `There is no command "${input}"${orEnd(corrections)}`,
      corrections[0] === undefined ? 'sigma --help' : `sigma ${corrections[0].replaceAll('`', '')} --help`,
    ),
  exceptionWhileParsingArguments: (exception) => wrongCommandLine(argumentProblem(exception), 'sigma --help'),
  exceptionWhileRunningCommand: failureText,
  exceptionWhileLoadingCommandFunction: failureText,
  exceptionWhileLoadingCommandContext: failureText,
  commandErrorResult: failureText,
}

const application: Application<Context> = buildApplication(
  buildRouteMap({
    routes: {
      init: initCommand,
      tdd: tddCommand,
      status: statusCommand,
      log: logCommand,
      why: whyCommand,
      inbox: inboxCommand,
      decide: decideCommand,
      resume: resumeCommand,
      stop: stopCommand,
      protocol: protocolCommands,
      doctor: doctorCommand,
    },
    docs: {
      brief: 'Runs coding agents through strict protocols and never has to believe them.',
      fullDescription: [
        'Runs coding agents through strict protocols and never has to believe them.',
        '',
        'Results go to stdout, talk to stderr. Exit codes: 0 done, 1 error, 2 gate not met, halted, refused or aborted,',
        '3 waiting for a decision, 64 wrong command line, 130 interrupted.',
      ].join('\n'),
    },
  }),
  {
    name: 'sigma',
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
export function helpTexts(): readonly DocumentedCommand[] {
  // as: stricli asks for an application of any context, and makes none of it here.
  return generateHelpTextForAllCommands(application as unknown as Application<CommandContext>)
}

/** Plays one command line; never throws for what a user did. */
export async function sigma(world: World, args: readonly string[]): Promise<ExitCode> {
  const process: Context['process'] = {
    stdout: { write: (chunk: string) => world.stdout.write(printable(chunk)) },
    stderr: { write: (chunk: string) => world.stderr.write(printable(chunk)) },
    exitCode: null,
  }
  await run(application, args, { process, world })
  return known(Number(process.exitCode ?? 0))
}

/** stricli's own codes are negative: -5 and -4 are a wrong command line, the rest are faults of Sigma. */
function known(code: number): ExitCode {
  switch (code) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 64:
    case 130:
      return code
    case -4:
    case -5:
      return 64
    default:
      return 1
  }
}

const orEnd = (corrections: readonly string[]): string =>
  corrections.length === 0
    ? '.'
    : `; did you mean ${corrections.map((word) => word.replaceAll('`', '"')).join(' or ')}?`

function argumentProblem(exception: unknown): string {
  if (!(exception instanceof ArgumentScannerError)) return String(exception)
  return formatMessageForArgumentScannerError(exception, {
    FlagNotFoundError: ({ input, corrections }) =>
      `There is no flag --${input}${orEnd(corrections.map((word) => `"--${word}"`))}`,
    AliasNotFoundError: ({ input }) => `There is no flag -${input}.`,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, input, exception: cause }) =>
      `"${input}" can't be taken as ${name}: ${cause instanceof Error ? cause.message : String(cause)}`,
    UnsatisfiedPositionalError: ({ placeholder }) => `The argument <${placeholder}> is missing.`,
    UnexpectedPositionalError: ({ input }) => `There is one argument too many: "${input}".`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `The flag --${externalFlagName} needs a value.`,
    EnumValidationError: ({ externalFlagName, input, values }) =>
      `--${externalFlagName} takes ${values.join(' or ')}, not "${input}".`,
    InvalidNegatedFlagSyntaxError: ({ externalFlagName }) => `The flag --${externalFlagName} takes no value.`,
    UnexpectedFlagError: ({ externalFlagName }) => `The flag --${externalFlagName} stands there twice.`,
  })
}
