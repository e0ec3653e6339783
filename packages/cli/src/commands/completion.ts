import { print } from '../world.ts'
import { command } from './command.ts'
import { word } from './flags.ts'

/** What a shell runs at each press of the tab key: `sigma __complete <words so far>`, one proposal a line. */
export const completingWord = '__complete'

const scripts = {
  bash: `_sigma() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done \\
    < <(sigma ${completingWord} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _sigma sigma`,
  zsh: `#compdef sigma
_sigma() {
  local -a found
  found=("\${(@f)$(sigma ${completingWord} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${#found[1]} )) && compadd -- $found
}
compdef _sigma sigma`,
  fish: `complete --command sigma --no-files --arguments '(sigma ${completingWord} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const

type Shell = keyof typeof scripts

const shellOf = (word: string): Shell => {
  if (word === 'bash' || word === 'zsh' || word === 'fish') return word
  throw new RangeError('bash, zsh or fish is wanted.')
}

export const completionCommand = command({
  brief: 'Print what makes a shell complete commands, runs and modules',
  about:
    'Prints a script for the shell. bash: eval "$(sigma completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit; fish: sigma completion fish > ~/.config/fish/completions/sigma.fish',
  flags: {},
  takes: [{ ...word('bash, zsh or fish', 'shell', () => Object.keys(scripts)), parse: shellOf }],
  plays: ({ world }, _flags, shell) => {
    print(world, scripts[shell])
    return 0
  },
})
