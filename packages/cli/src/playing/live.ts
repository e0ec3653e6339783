/**
 * What goes on, redrawn in place on a terminal: a line for the run and one for each thing being done. The only place
 * that writes escape sequences; all it shows has been through `printableLine`.
 */
import type { Activity } from '@sigma/engine'
import { printableLine } from '../printable.ts'
import { formatDuration } from '../render/duration-text.ts'
import { stepText } from '../render/place.ts'
import { shortUsage } from '../render/short-usage.ts'
import { stepWidth } from '../render/story.ts'
import { ofPart } from '../runs/part-name.ts'
import { cut } from '../watch/screens/width.ts'
import type { World } from '../world.ts'

export interface Live extends Disposable {
  show(activity: Activity): void
  /** Prints lines that stay, above what is redrawn. */
  line(text: string): void
}

export interface Title {
  readonly run: string
  /** `batch 1 of 2` for a unit at work; empty where there is none. */
  readonly withinOf: (unit: string | undefined) => string
  /** What a run is called that this one began, e.g. its module; empty: this one. */
  readonly partOf: (run: string) => string
  /** `sandboxed` or `unsandboxed`: which of the two, a line has room for. */
  readonly sandboxOf: () => string
}

interface Doing {
  readonly since: number
  readonly activity: Activity
}

const frameMs = 120
const spinner: readonly string[] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export function createLive(world: World, title: Title): Live {
  const began = world.now()
  const doing = new Map<string, Doing>()
  const colour = (world.env['NO_COLOR'] ?? '') === ''
  let drawn: readonly string[] = []
  let frame = 0

  const clear = (): void => {
    // In a window that became narrower the lines were wrapped; a `^C` may stand where the cursor is.
    const width = Math.max(1, world.stderr.columns)
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / width)), 0)
    if (rows > 0) world.stderr.write(`\r\x1b[${rows}A\x1b[0J`)
    drawn = []
  }
  const draw = (): void => {
    clear()
    const now = world.now()
    const head = titleText(title, [...doing.values()], formatDuration(now - began))
    const lines = [
      `${spinner[frame % spinner.length] ?? ''} ${head}`,
      ...[...doing.values()].map((each) => doingText(title, each, now)),
    ]
    drawn = lines.map((line) => cut(line, Math.max(20, world.stderr.columns) - 1))
    for (const [at, fitted] of drawn.entries()) {
      world.stderr.write(at === 0 && colour ? `\x1b[1m${fitted}\x1b[22m\n` : `${fitted}\n`)
    }
  }
  const timer = setInterval(() => {
    frame++
    draw()
  }, frameMs)
  timer.unref()
  world.stderr.write('\x1b[?25l')

  return {
    show(activity) {
      // Runs of one run may have the same things open.
      const key = `${activity.run} ${activity.id}`
      if (activity.stage === 'over') doing.delete(key)
      else doing.set(key, { since: doing.get(key)?.since ?? world.now(), activity })
    },
    line(text) {
      clear()
      world.stderr.write(`${text}\n`)
      draw()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      clear()
      world.stderr.write('\x1b[?25h')
    },
  }
}

function titleText({ run, withinOf, sandboxOf }: Title, doing: readonly Doing[], took: string): string {
  const phases = new Set(doing.flatMap(({ activity }) => activity.at.phase ?? []))
  const batches = new Set(doing.flatMap(({ activity }) => withinOf(activity.at.unit)))
  const parts = [run, took, ...batches, ...phases, sandboxOf()]
  return parts.filter((part) => part !== '').join(' · ')
}

/** `C1 red             qa      12s  what it said last · its model, what it used`; why it waits, and what looks wrong, come first. */
function doingText({ partOf }: Title, { since, activity }: Doing, now: number): string {
  const isTurn = activity.kind === 'ask'
  const who = isTurn ? printableLine(activity.at.role ?? 'agent') : 'sigma'
  const what = whatText(activity)
  const step = ofPart(partOf(activity.run), stepText(activity.at))
  return `  ${step.padEnd(stepWidth)}  ${who.padEnd(5)}  ${formatDuration(now - since).padStart(6)}  ${what}`
}

function whatText({ kind, stage, text, agent }: Activity): string {
  const said = printableLine(text)
  if (stage === 'waits') return `waits: ${said}`
  const last = said === '' ? (kind === 'ask' ? 'works' : 'measures') : said
  if (agent === undefined) return last
  const { concern, waits, model, usage } = agent
  return [
    ...(concern === null ? [] : [`! ${printableLine(concern)}`]),
    waits === null ? last : `waits: ${printableLine(waits)}`,
    ...(model === null ? [] : [printableLine(model)]),
    ...(usage === 'unknown' ? [] : [shortUsage(usage)]),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
