/**
 * Sums up what was played, each plan of the bootstrap from its reports, as the last line `N passed, N failed`:
 *
 *     node scripts/tally.js test long
 *
 * A skipped test has not passed, a step that failed (lint, types, dead code) counts as one failure, and so does a
 * report that is missing.
 */
import { readFileSync } from 'node:fs'

const failures = []
let passed = 0
for (const plan of process.argv.slice(2)) add(plan)

for (const failure of failures) process.stdout.write(`${failure}\n`)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 ? 0 : 1)

function add(plan) {
  const before = failures.length
  const steps = read(plan, 'steps.json') ?? []
  for (const { step, exit } of steps) {
    if (step.startsWith('vitest')) continue
    if (exit === 0) passed += 1
    else failures.push(`${step} ended with ${exit}`)
  }
  const tests = read(plan, 'tests.json')
  if (steps.length === 0 || tests === null) failures.push(`${plan} left no report`)
  for (const file of tests?.testResults ?? []) {
    if (file.assertionResults.length === 0) failures.push(`${file.name}: ${file.message || 'no tests'}`)
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') passed += 1
      else failures.push(`${status}: ${fullName}`)
    }
  }
  if (tests?.success === false && failures.length === before)
    failures.push(`${plan}: vitest reports an error outside of tests`)
}

function read(plan, name) {
  try {
    return JSON.parse(readFileSync(new URL(`../.reports/${plan}/${name}`, import.meta.url), 'utf8'))
  } catch {
    return null
  }
}
