import { type Program, print } from '../world.ts'
import { command } from './command.ts'
import { word } from './flags.ts'

/** What a shell runs at each press of the tab key: `sigma __complete <words so far>`, one proposal a line. */
export const completingWord = '__complete'

const scriptsOf = (program: Program) => ({
  bash: `_${program}() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done \\
    < <(${program} ${completingWord} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _${program} ${program}`,
  zsh: `#compdef ${program}
_${program}() {
  local -a found
  found=("\${(@f)$(${program} ${completingWord} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${#found[1]} )) && compadd -- $found
}
compdef _${program} ${program}`,
  fish: `complete --command ${program} --no-files --arguments '(${program} ${completingWord} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
})

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

const shellOf = (word: string): Shell => {
  if (word === 'bash' || word === 'zsh' || word === 'fish') return word
  throw new RangeError('bash, zsh or fish is wanted.')
}

const commandFor = (program: Program) =>
  command({
    brief: 'Print what makes a shell complete commands, runs and modules',
    about: `Prints a script for the shell. bash: eval "$(${program} completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit; fish: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    flags: {},
    takes: [{ ...word('bash, zsh or fish', 'shell', () => shells), parse: shellOf }],
    plays: ({ world }, _flags, shell) => {
      print(world, scriptsOf(program)[shell])
      return 0
    },
  })

export const completionOf: (program: Program) => ReturnType<typeof commandFor> = commandFor
export const completionCommand: ReturnType<typeof commandFor> = commandFor('sigma')
