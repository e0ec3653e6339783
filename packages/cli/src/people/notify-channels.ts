/** How somebody is told that a decision waits, or that something takes long: each way bounded in time, and none of them with a shell. */
import type { Processes } from '@sigma/engine'
import type { Config } from '../config/config.ts'
import { printableLine } from '../printable.ts'
import { type Answering, answeringLines } from '../render/answering.ts'

/** What is told: text of agents stands in `question` alone, and is printable. */
export type Notice = DecisionNotice | ReminderNotice

/** An agent takes longer than its limit. */
interface ReminderNotice {
  readonly kind: 'reminder'
  /** Name of the project's folder. */
  readonly project: string
  readonly id: string
  readonly run: string
  readonly message: string
  /** A command. */
  readonly answer: string
}

interface DecisionNotice {
  readonly kind: 'decision'
  /** Name of the project's folder. */
  readonly project: string
  readonly id: string
  readonly run: string
  readonly question: string
  readonly options: readonly { readonly name: string; readonly consequence: string }[]
  readonly answering: Answering
  /** A command. */
  readonly answer: string
}

export interface Channel {
  readonly name: 'webhook' | 'program' | 'mail' | 'desktop'
  /** Null: it was told; else why not, in a sentence. */
  readonly tell: (notice: Notice) => Promise<string | null>
}

export interface Means {
  readonly processes: Pick<Processes, 'run'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: NodeJS.Platform
}

const limitMs = 10_000

export function channelsOf({ webhook, program, mail, desktop }: Config['notify'], means: Means): readonly Channel[] {
  const starts = (words: readonly string[], stdin: string) => startedBy(means, words, stdin)
  const channel = (name: Channel['name'], tell: Channel['tell']): readonly Channel[] => [{ name, tell }]
  return [
    ...(webhook === null ? [] : channel('webhook', (notice) => posted(webhook, notice))),
    ...(program === null ? [] : channel('program', (notice) => starts(program, `${JSON.stringify(notice)}\n`))),
    ...(mail === null ? [] : channel('mail', (notice) => starts(['sendmail', '-t', '-i'], mailOf(mail, notice)))),
    ...(desktop ? channel('desktop', (notice) => starts(desktopCommand(means.platform, notice), '')) : []),
  ]
}

async function posted(url: string, notice: Notice): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notice),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    await answer.body?.cancel()
    return answer.ok ? null : `it answered ${answer.status}.`
  } catch (error) {
    return `it could not be reached: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/** What a desktop, a mailer and a program of the user's need to be found and to find their way. */
const handedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR']
const session = ['DBUS_SESSION_BUS_ADDRESS']

async function startedBy(
  { processes, env, cwd }: Means,
  command: readonly string[],
  stdin: string,
): Promise<string | null> {
  const given = [...handedOn, ...session].flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const spec = { command, cwd, env: Object.fromEntries(given), stdin, limitMs, maxOutputBytes: 4_096, graceMs: 500 }
  const { end, exit, reason, stderr } = await processes.run(spec, new AbortController().signal)
  if (end === 'exited' && exit === 0) return null
  const [last = ''] = stderr.trim().split('\n').slice(-1)
  const why = reason ?? (end === 'exited' ? `it ended with exit code ${exit}` : `it had not ended after ${limitMs} ms`)
  return printableLine(`${command[0]}: ${why}${last === '' ? '' : `, ${last}`}.`)
}

/** Nothing of an agent's stands in a header. */
function mailOf(to: string, notice: Notice): string {
  const lines = [
    `To: ${to}`,
    `Subject: ${titleOf(notice, notice.project.replace(/[^\w .-]/g, '_'))}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    textOf(notice),
    '',
    ...(notice.kind === 'decision' ? optionLines(notice) : []),
    notice.answer,
    '',
  ]
  return lines.join('\n')
}

const titleOf = ({ kind }: Notice, project: string): string =>
  kind === 'decision' ? `Sigma: a decision waits in ${project}` : `Sigma: a turn takes long in ${project}`

const textOf = (notice: Notice): string => (notice.kind === 'decision' ? notice.question : notice.message)

const optionLines = ({ options, answering }: DecisionNotice): readonly string[] => [
  ...options.map(({ name, consequence }) => `  ${name}: ${consequence}`),
  '',
  ...answeringLines(answering, null),
]

function desktopCommand(platform: NodeJS.Platform, notice: Notice): readonly string[] {
  const [title, text] = [titleOf(notice, notice.project), textOf(notice)]
  if (platform !== 'darwin') return ['notify-send', '--', title, escaped(text)]
  const script = 'on run {title, body}\ndisplay notification body with title title\nend run'
  return ['osascript', '-e', script, title, text]
}

/** Desktops read markup in the body. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
