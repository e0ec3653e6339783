import { basename } from 'node:path'
import { standingText } from '@sigma/runtime'
import { nameText } from '../printable.ts'
import { type Fact, factsText } from '../render/facts.ts'
import type { Roster, Rostered } from './roster.ts'

/** A paragraph for each agent, within `width` columns. */
export function rosterText({ agents, standing }: Roster, width: number): string {
  return agents.map((agent) => paragraph(agent, standingText(standing), width)).join('\n\n')
}

function paragraph(agent: Rostered, standing: string, width: number): string {
  const { name, roles, faults } = agent
  const plays = roles.length === 0 ? 'plays no role' : `plays ${roles.join(' and ')}`
  const wrong = faults.map(({ message, hint }) => ({
    name: '  wrong',
    lines: [message, ...(hint === null ? [] : [`hint: ${hint}`])],
  }))
  const title = `${faults.length > 0 ? '✗' : lacksLogin(agent) ? '!' : '✓'} ${nameText(name)}: ${whatText(agent)}; ${plays}`
  return [title, factsText([...factsOf(agent, standing), ...wrong], width)].filter((text) => text !== '').join('\n')
}

/** No fault: the agent may be logged in in a way that Sigma does not know. */
const lacksLogin = ({ kind, profile, roles, keys, logins }: Rostered): boolean =>
  (kind === 'claude' || (kind === 'acp' && profile !== 'generic')) &&
  roles.length > 0 &&
  keys.length + logins.length === 0

/** All in one line, for a report on more than agents. */
export function agentLine(agent: Rostered): string {
  const plays = `plays ${agent.roles.join(' and ')}`
  if (agent.kind !== 'acp' && agent.kind !== 'claude') return `${whatText(agent)}; ${plays}`
  const hasLogin = agent.keys.length + agent.logins.length > 0
  const web = agent.web === true ? '; web open' : ''
  return `${whatText(agent)}; ${plays}${web}; login: ${hasLogin ? loginText(agent) : 'none found (sigma agents)'}`
}

/** The version is the program's, which may be another than that of the agent it drives. */
function whatText({ title, command: [program = ''], version, verified }: Rostered): string {
  const facts = [
    ...(version === null ? [] : [`${nameText(basename(program))} ${version}`]),
    ...(verified === null ? [] : [verified ? 'verified' : 'unverified']),
  ]
  return `${title}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function factsOf(agent: Rostered, standing: string): readonly Fact[] {
  const { kind, profile, command, program, model, hosts, web } = agent
  if (kind === 'person') return [fact('answers', 'by `sigma answer`, or at the terminal of the run')]
  if (kind === 'scripted') return []
  const started = command.map(nameText).join(' ')
  return [
    fact('kind', kind === 'acp' ? `acp, profile ${profile}` : kind),
    {
      name: '  program',
      lines:
        program === null
          ? [started === '' ? 'none is named' : `${started}, not found`]
          : [started, ...(program === started ? [] : [program])],
    },
    ...(kind === 'command'
      ? []
      : [
          fact('model', model ?? 'its own choice'),
          fact('login', loginText(agent)),
          fact('reports', reportsText(agent)),
        ]),
    fact('runs', standing),
    fact('network', standing.startsWith('un') ? 'everything' : hosts.length === 0 ? 'nothing' : hosts.join(', ')),
    fact('web', webs[String(web)] ?? ''),
  ]
}

/** Whether it searches the web and fetches from it, which vendors do past the sandbox. */
const webs: Readonly<Record<string, string>> = {
  true: 'open: its vendor searches and fetches for it, past the sandbox',
  false: 'closed',
  null: 'its own choice: Sigma does not know how to turn it off',
}

const fact = (name: string, line: string): Fact => ({ name: `  ${name}`, lines: [line] })

/** Names of variables and files, never what is in them. */
function loginText({ keys, logins, login }: Rostered): string {
  const found = [...keys.map((key) => `${key} is set`), ...logins.map((file) => `${file} is there`)]
  return found.length > 0 ? found.join(', ') : `none found. ${login ?? ''}`.trim()
}

const usages: Readonly<Record<string, string>> = {
  turn: 'what each turn used',
  session: 'what its session used so far',
  'last-call': 'what the last call to the model used',
  none: 'nothing of what it used',
}

function reportsText({ capabilities: { usage, resume } }: Rostered): string {
  const used = usage === undefined ? 'what it says of itself' : (usages[usage] ?? usage)
  if (resume === undefined) return used
  return `${used}; ${resume === 'none' ? 'begins anew after a crash' : 'goes on with its session after a crash'}`
}
