import { kits } from '@sigma/protocols'

/** A command line that begins a run, for whoever has none yet; `subject` is what it is to be about. */
export function beginLine(subject?: string): string {
  for (const { name, does } of kits.flatMap(({ commands }) => commands))
    if (does.kind === 'begins') return `sigma ${name} ${subject ?? `<${does.argument.placeholder}>`}`
  return 'sigma --help'
}
