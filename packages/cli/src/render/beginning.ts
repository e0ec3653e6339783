import type { Argument } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { documentsText, example } from '../set-up/example.ts'

/** The commands that begin a run, each with what it does: first those that lead through all of it. */
const beginnings = kits
  .toSorted((one, other) => other.plays.length - one.plays.length)
  .flatMap(({ commands }) => commands)
  .flatMap(({ name, brief, does }) =>
    does.kind === 'begins'
      ? `  ${`sigma ${name} ${placeOf(does.argument)}`.padEnd(26)}${brief.replace(/^./, (first) => first.toLowerCase())}`
      : [],
  )

/** As usage lines have it. */
function placeOf({ placeholder, otherwise }: Argument): string {
  return otherwise === undefined ? `<${placeholder}>` : `[${placeholder}]`
}

/** What `sigma` alone says: the way in, on one screen. `sigma --help` has all commands and flags. */
export const beginningText: string = `Runs coding agents through strict protocols and never has to believe them.

Begin, in a git repository:
  sigma init --agent claude --example <${example.subject.placeholder}>
                  write a configuration, and ${documentsText} to fill in
  sigma agents    see whether your agent can start, and what it may reach
  sigma doctor    prove that runs can work here
${beginnings.join('\n')}

While a run goes on, and afterwards:
  sigma watch     runs and their agents, live
  sigma status    how runs stand; sigma diff shows what one changed
  sigma inbox     what waits for you; sigma decide answers it
  sigma log       what happened; sigma why explains what was refused
  sigma resume    go on with a run that was stopped

All commands: sigma --help`
