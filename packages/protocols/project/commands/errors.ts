import { SigmaError } from '@sigma/engine'

export const noModules = (): SigmaError =>
  new SigmaError('no-modules', 'No module has a design yet, so there is nothing to run.', {
    hint: 'sigma run "add rate limiting to the API", or write a design: sigma init --example <module>',
  })

export const draftsAlone = (modules: readonly string[]): SigmaError =>
  new SigmaError(
    'drafts-alone',
    `Nobody has looked at the designs that sigma init drafted: ${modules.slice(0, 8).join(', ')}${modules.length > 8 ? ', …' : ''}.`,
    { hint: `Take the line that says so out of those that are right, or name one: sigma run ${modules[0]}` },
  )

export const unknownWish = (word: string, known: readonly string[], near: string | null): SigmaError => {
  const shown = word.length > 60 ? `${word.slice(0, 60)}…` : word
  const meant = near === null ? '' : ` Did you mean "${near}"?`
  const modules = known.length === 0 ? '' : ` The modules are ${known.join(', ')}.`
  return new SigmaError('unknown-module', `"${shown}" is no module that has a design.${meant}${modules}`, {
    hint: near === null ? 'A wish is a sentence: sigma run "add rate limiting to the API"' : `sigma run ${near}`,
  })
}

export const noDesigner = (command: string): SigmaError =>
  new SigmaError('no-designer', 'Nobody may design: the configuration names no agent for the role "designer".', {
    hint: `sigma init --force --agent claude --designs (or codex, …), or write the design yourself: sigma ${command} <module>`,
  })

export const reportUnreadable = (file: string, why: string): SigmaError =>
  new SigmaError('report-unreadable', `The report ${file} cannot be read: ${why}`, {
    hint: 'sigma fix "what is wrong, in a sentence"',
  })

export const wishUnfit = (what: string, why: string, hint: string): SigmaError =>
  new SigmaError('wrong-command-line', `The ${what} ${why}`, { hint })
