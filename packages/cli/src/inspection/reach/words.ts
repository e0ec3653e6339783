/** Words of a command, as a runner reads them. */

const subcommands: ReadonlySet<string> = new Set(['run', 'watch', 'test'])

/** Words that are no option and no option's value; `takes`: the option takes the next word. */
export function positionalsOf(args: readonly string[], takes: (option: string) => boolean): readonly string[] {
  return args.filter((word, at) => !word.startsWith('-') && !takes(args[at - 1] ?? '') && !subcommands.has(word))
}

const switches =
  /^--(no-.*|run|watch|coverage|ui|typecheck|globals|silent|ci|verbose|runInBand|passWithNoTests|bail|colors?|forceExit|detectOpenHandles|updateSnapshot|update)$|^-[iubw]$/

/** Of options that are not known most take the next word, but where theirs stands behind a `=`. */
export const mayTake = (option: string): boolean =>
  /^--?[a-z]/i.test(option) && !option.includes('=') && !switches.test(option)

/** The value of an option: `--config=a`, `--config a`; null: it is not given. */
export function optionOf(args: readonly string[], ...names: readonly string[]): string | null {
  for (const [at, word] of args.entries()) {
    const [name = '', ...value] = word.split('=')
    if (names.includes(name)) return (value.length > 0 ? value.join('=') : (args[at + 1] ?? '')).replace(/^\.\//, '')
  }
  return null
}
