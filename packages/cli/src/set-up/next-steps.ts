/** What there is to do after `sigma init`, in order. */
import type { Inspection } from '../inspection/inspection.ts'
import { beginLine } from '../runs/begin-line.ts'
import { example } from './example.ts'

/** Commands without which no test can run. */
export function runnerSteps({ runner, manager, version, isInstalled }: Inspection): readonly string[] {
  if (runner === 'node:test' || version === null) return isInstalled ? [] : [manager.install]
  if (version.installed === null && version.wanted === null) return [`${manager.add} ${runner}`]
  if (version.isTooOld) return [`${manager.add} ${runner}@latest`]
  return version.installed === null ? [manager.install] : []
}

/** `subjects`: those that a run could begin with; `unfilled`: documents in which nothing is written so far. */
export function documentSteps(subjects: readonly string[], unfilled: readonly string[]): readonly string[] {
  const [first, ...others] = subjects
  return [
    ...(first === undefined ? [`sigma init --example <${example.subject.placeholder}>`] : []),
    ...(unfilled.length === 0 ? [] : [`Fill in ${unfilled.join(' and ')}.`]),
    'sigma doctor',
    `${beginLine(first)}${others.length === 0 ? '' : ` (or ${others.join(', ')})`}`,
  ]
}

/** On one line where each is a command, else below each other. */
export function stepLines(steps: readonly string[]): readonly string[] {
  const isCommand = (step: string): boolean => /^[a-z]/.test(step)
  return steps.every(isCommand) && steps.length <= 4
    ? [steps.join(', ')]
    : steps.map((step, at) => `${at + 1}. ${step}`)
}
