/** Carries out what a person wishes for while watching: by the commands that do it anyway, with their words. */
import type { ExitCode } from '../errors.ts'
import { printable } from '../printable.ts'
import type { Play, World } from '../world.ts'
import type { Wish } from './state.ts'

export interface Said {
  readonly exit: ExitCode
  readonly stdout: string
  readonly stderr: string
}

/** Plays a command apart from the terminal, and gives what it said. */
export async function aside(
  world: World,
  play: Play,
  args: readonly string[],
  { columns, signal }: { readonly columns: number; readonly signal: AbortSignal },
): Promise<Said> {
  const [out, err] = [[] as string[], [] as string[]]
  const into = (texts: string[]) => ({ write: (text: string) => void texts.push(text), isTTY: false, columns })
  const { cwd, program, env, kill, now } = world
  const exit = await play({ cwd, program, env, kill, now, signal, stdout: into(out), stderr: into(err) }, args)
  return { exit, stdout: out.join(''), stderr: err.join('') }
}

export type Acting = Extract<Wish, { readonly kind: 'stop' | 'decide' }>

export function commandOf(wish: Acting): readonly string[] {
  return wish.kind === 'stop' ? ['stop', wish.run] : ['decide', wish.id, wish.option, '--no-run']
}

export function beginningText(wish: Acting): string {
  return wish.kind === 'stop' ? `Stopping ${wish.run} …` : `Answering ${wish.id} with ${wish.option} …`
}

/** How the run stands afterwards: a run that nobody plays does not go on by being answered. */
export type Afterwards = 'played' | 'left' | 'over'

/** What came of it, on a line. */
export function outcomeText(wish: Acting, { exit, stderr }: Said, run: Afterwards): string {
  const lines = printable(stderr).trim().split('\n')
  const error = lines.findIndex((line) => line.startsWith('error: '))
  if (error >= 0) return lines.slice(error).join('  ')
  const next = run === 'left' ? '; r goes on with its run.' : '.'
  if (wish.kind === 'stop') return exit === 0 ? `${wish.run} is stopped${next}` : lines.join('  ')
  return `Answered with ${wish.option}${next}`
}
