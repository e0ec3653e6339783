/**
 * What goes on, redrawn in place on a terminal: a line for the run and one for each thing being done. The only place
 * that writes escape sequences; all it shows has been through `printableLine`.
 */
import type { Activity } from '@sigma/engine'
import { formatDuration } from '../config/duration.ts'
import { printableLine } from '../printable.ts'
import type { World } from '../world.ts'
import { stepOf } from './place.ts'

export interface Live extends Disposable {
  show(activity: Activity): void
  /** Prints a line that stays, above what is redrawn. */
  line(text: string): void
}

interface Doing {
  readonly since: number
  readonly activity: Activity
}

const frameMs = 120
const spinner: readonly string[] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export function createLive(world: World, title: string): Live {
  const began = world.now()
  const doing = new Map<string, Doing>()
  const colour = (world.env['NO_COLOR'] ?? '') === ''
  let drawn = 0
  let frame = 0

  const clear = (): void => {
    if (drawn > 0) world.stderr.write(`\x1b[${drawn}A\x1b[0J`)
    drawn = 0
  }
  const draw = (): void => {
    clear()
    const lines = [titleLine(), ...[...doing.values()].map(doingLine)]
    for (const line of lines) world.stderr.write(`${line}\n`)
    drawn = lines.length
  }
  const width = (): number => Math.max(20, Math.min(world.stderr.columns, 160) - 1)
  const titleLine = (): string => {
    const mark = spinner[frame % spinner.length] ?? ''
    const phases = [...new Set([...doing.values()].map(({ activity }) => activity.place.phase ?? 'measuring'))].join(
      ', ',
    )
    const text = printableLine(`${mark} ${title}  ${formatDuration(world.now() - began)}  ${phases}`, width())
    return colour ? `\x1b[1m${text}\x1b[22m` : text
  }
  const doingLine = ({ since, activity }: Doing): string => {
    const who = activity.kind === 'ask' ? (activity.place.role ?? 'agent') : 'sigma'
    const what = activity.text === '' ? (activity.kind === 'ask' ? 'works' : activity.kind) : activity.text
    const seconds = formatDuration(world.now() - since)
    return printableLine(
      `  ${stepOf(activity.id).padEnd(18)}  ${who.padEnd(5)} ${seconds.padStart(6)}  ${what}`,
      width(),
    )
      .replace(/^/, '  ')
      .slice(0, width())
  }
  const timer = setInterval(() => {
    frame++
    draw()
  }, frameMs)
  timer.unref()
  world.stderr.write('\x1b[?25l')

  return {
    show(activity) {
      if (activity.stage === 'over') doing.delete(activity.id)
      else doing.set(activity.id, { since: doing.get(activity.id)?.since ?? world.now(), activity })
    },
    line(text) {
      clear()
      for (const each of text.split('\n')) world.stderr.write(`${printableLine(each, width()) === '' ? '' : each}\n`)
      draw()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      clear()
      world.stderr.write('\x1b[?25h')
    },
  }
}
