import { listed } from '../text.ts'
import type { Problem } from './test-run.ts'

/** What ran changed what judges it; null: it did not. */
export function rewritten(patched: readonly string[]): Problem | null {
  if (patched.length === 0) return null
  const message = `What ran changed what judges it: ${listed(patched)}.`
  return { rule: 'tests-rewritten', message, remedy: 'Leave the test runner and what it asserts with as they are.' }
}
