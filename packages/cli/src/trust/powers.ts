/**
 * What of a configuration has power beyond reading code and running its tests in the sandbox: what starts programs, hands
 * them something of the user's, opens places and hosts, or takes the sandbox away. It comes with the repository, so it
 * counts only once the user has confirmed it (T30).
 */
import { sha256 } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { type AgentConfig, looksSecret, namesSecrets, referenceIn } from '@sigma/runtime'
import type { Config } from '../config/config.ts'
import { nameText } from '../printable.ts'
import { isOpenToWeb } from '../set-up/agents.ts'

export interface Power {
  /** Where it stands in the configuration, e.g. `agents.mine`, or its path in the repository. */
  readonly key: string
  /**
   * A setting, a configuration that is a program, a folder or file of the repository that agents' programs read, words of
   * the repository to agents, without which everything works, or a protocol that it wrote down, which only its followers need.
   */
  readonly kind: 'setting' | 'code' | 'folder' | 'words' | 'protocol'
  /** What it does, in words. */
  readonly says: readonly string[]
  /** Hash of exactly what is written there. */
  readonly digest: string
  /** Texts that it is made of, to be read by whoever confirms it; absent: what it says is all. */
  readonly parts?: readonly Part[] | undefined
}

interface Part {
  /** Its path in the repository. */
  readonly key: string
  readonly digest: string
  /** As it is shown: bounded, and legible. */
  readonly lines: readonly string[]
}

/** The powers of each configuration that was asked for: a configuration does not change once it is read. */
const known = new WeakMap<Config, readonly Power[]>()

export function powersOf(config: Config): readonly Power[] {
  const powers = known.get(config) ?? listed(config)
  known.set(config, powers)
  return powers
}

function listed(config: Config): readonly Power[] {
  const { agents, setup, sandbox, tests, checks, mutants, format, notify } = config
  return [
    ...Object.entries(agents).flatMap(([name, agent]) => {
      const says = saysOf(agent)
      return says.length === 0 ? [] : [power(`agents.${name}`, agent, says)]
    }),
    ...(setup === null
      ? []
      : [
          power('setup', setup, [
            `runs \`${setup}\` outside the sandbox, with your home folder and the credentials of your package registry`,
          ]),
        ]),
    ...(sandbox === 'off' ? [power('sandbox', sandbox, ['starts agents and tests without a sandbox'])] : []),
    ...(tests.hosts.length === 0
      ? []
      : [power('tests.hosts', tests.hosts, [`lets tests connect to ${tests.hosts.join(', ')}`])]),
    ...(Object.keys(tests.env).length === 0
      ? []
      : [power('tests.env', tests.env, Object.entries(tests.env).map(testVariableText))]),
    ...(tests.node.length === 0
      ? []
      : [power('tests.node', tests.node, [`starts Node for each test file with ${tests.node.join(' ')}`])]),
    ...(tests.reads.length === 0 ? [] : [power('tests.reads', tests.reads, readsTexts(tests.reads))]),
    ...(checks.length === 0
      ? []
      : [
          power(
            'checks',
            checks,
            checks.map((each) => `runs \`${each}\` on finished work, where the tests run`),
          ),
        ]),
    ...(mutants.command === null
      ? []
      : [
          power('mutants.command', mutants.command, [
            `runs \`${mutants.command}\` on finished work, where the tests run`,
          ]),
        ]),
    ...kits.flatMap(({ starts }) =>
      Object.entries(starts?.(config) ?? {}).map(([key, lines]) =>
        power(
          key,
          lines,
          lines.map((each) => `runs \`${each}\` on the work, where the tests run`),
        ),
      ),
    ),
    ...(format === null
      ? []
      : [
          power('format', format, [
            `runs \`${format}\` where the tests run, and takes in what it makes of changed files`,
          ]),
        ]),
    ...(notifyTexts(notify).length === 0 ? [] : [power('notify', notify, notifyTexts(notify))]),
  ]
}

function notifyTexts({ webhook, program, mail, desktop }: Config['notify']): readonly string[] {
  return [
    ...(webhook === null ? [] : [`posts each decision that waits for you to ${webhook}`]),
    ...(program === null
      ? []
      : [`starts \`${program.join(' ')}\` outside the sandbox for each decision that waits for you`]),
    ...(mail === null ? [] : [`mails each decision that waits for you to ${mail}`]),
    ...(desktop ? ['shows each decision that waits for you on your desktop'] : []),
  ]
}

/** A power in lines, whatever it holds: what would not be seen as it is stands in quotes, written out. */
export const powerLines = ({ key, says }: Power): readonly string[] => [
  `  ${nameText(key)}`,
  ...says.map((each) => `    ${nameText(each)}`),
]

/** With the text of each part. */
export const powerTexts = (power: Power): readonly string[] => [
  ...powerLines(power),
  ...(power.parts ?? []).flatMap(({ key, lines }) => [
    `    ${nameText(key)}:`,
    ...lines.map((line) => `      | ${line}`.trimEnd()),
  ]),
]

/** A configuration that is a program: nothing else of it is known before it has run. */
export const powerOfCode = (name: string, text: string): Power => ({
  key: name,
  kind: 'code',
  says: ['runs as a program, outside the sandbox, each time that Sigma reads the configuration'],
  digest: sha256(text),
})

/** Hash of all powers together, by which a machine can be told to trust exactly these. */
export const digestOfAll = (powers: readonly Power[]): string =>
  sha256(
    powers
      .map(({ key, digest }) => `${key} ${digest}`)
      .toSorted()
      .join('\n'),
  )

function power(key: string, value: unknown, says: readonly string[]): Power {
  return { key, kind: 'setting', says, digest: sha256(inOrder(value)) }
}

/** Scripts and people start nothing. */
function saysOf(agent: AgentConfig): readonly string[] {
  if (agent.kind === 'scripted' || agent.kind === 'person') return []
  const { command, env = {}, reads = [], writes = [], hosts = [] } = agent
  const profile = agent.kind === 'claude' ? 'Claude Code' : agent.kind === 'acp' ? `the profile ${agent.profile}` : null
  const knows =
    profile === null || profile === 'the profile generic' ? '' : `, with the keys and the login of ${profile}`
  const model = agent.kind !== 'command' && agent.model !== undefined ? [`has it use the model ${agent.model}`] : []
  return [
    `starts ${command === undefined ? 'its program' : `\`${command.join(' ')}\``}${knows}`,
    ...model,
    ...Object.entries(env).map(envText),
    ...(reads.length === 0 ? [] : [`lets it read ${reads.join(', ')}`]),
    ...(writes.length === 0 ? [] : [`lets it write ${writes.join(', ')}`]),
    ...(hosts.length === 0 ? [] : [`lets it connect to ${hosts.join(', ')}`]),
    ...(isOpenToWeb(agent) ? ['lets it search and fetch from the web, which its vendor does past the sandbox'] : []),
  ]
}

function envText([name, value]: readonly [string, string]): string {
  if (value.startsWith('$'))
    return `gives it your variable ${value.slice(1)}${value === `$${name}` ? '' : ` as ${name}`}`
  return looksSecret(name) ? `sets ${name} for it` : `sets ${name}=${value} for it`
}

function testVariableText([name, value]: readonly [string, string]): string {
  const variable = referenceIn(value)
  if (variable !== null) return `gives tests your variable ${variable}${variable === name ? '' : ` as ${name}`}`
  return looksSecret(name) ? `sets ${name} for tests` : `sets ${name}=${value} for tests`
}

function readsTexts(reads: readonly string[]): readonly string[] {
  const files = reads.filter((each) => each !== '.git')
  const secret = files.filter((each) => !each.startsWith('!') && namesSecrets(each))
  return [
    ...(files.length === 0 ? [] : [`lets tests read ${files.join(', ')}, which is in no commit`]),
    ...(secret.length === 0 ? [] : [`${secret.join(', ')} may hold secrets`]),
    ...(reads.includes('.git') ? ['gives tests a git repository of their own, with your history and tags'] : []),
  ]
}

/** JSON in which the order of keys, which means nothing, makes no difference. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
