/** What pages show of these repositories is what they were played with, and what was printed then. */
import { expect } from 'vitest'
import { notPrinted } from '../kit/pages.ts'
import type { Ended } from '../kit/sigma.ts'

/** By the module or the package that a command was about. */
const shown: Readonly<Record<string, (output: string) => readonly string[]>> = {
  vary: (output) => notPrinted('bug', output),
  'packages/money': (output) => notPrinted('monorepo', output),
}

export function expectAsShown(about: string, { stdout, stderr }: Ended): void {
  expect(shown[about]?.(stdout + stderr) ?? []).toEqual([])
}
