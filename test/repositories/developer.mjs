#!/usr/bin/env node
/**
 * An honest developer, as an agent: writes what the work beside this program says for a turn, and answers. A program on
 * the PATH, as a real agent is.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const answers = {
  Phase0: '→[P0C, declared]',
  RED: '→[RC, the tests fail]',
  GREEN: '→[GC, all tests pass]',
  REFACTOR_TESTS: '→[RTC, nothing to do]',
  REFACTOR_IMPL: '→[RIC, nothing to do]',
}
const works = JSON.parse(readFileSync(new URL('works.json', import.meta.url), 'utf8'))
const { context, metadata } = JSON.parse(readFileSync(0, 'utf8'))
const { phase, cycle } = context.session
const turn = phase === 'Phase0' ? phase : `${phase} ${cycle}`
/** What was refused is right, so it stays as it is. */
const writes = metadata.refused.length > 0 ? {} : (works[context.module].turns[turn] ?? {})

for (const [path, change] of Object.entries(writes)) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    typeof change === 'string' ? change : 'text' in change ? added(path, change) : edited(path, change),
  )
}
process.stdout.write(`${answers[phase] ?? '→[APPROVED, as designed]'}\n`)

function added(path, { head, text }) {
  const now = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lacking = head.filter((line) => !now.split('\n').includes(line))
  return `${lacking.map((line) => `${line}\n`).join('')}${now}${text}`
}

function edited(path, edits) {
  let text = readFileSync(path, 'utf8')
  for (const [now, then] of edits) {
    if (now !== '' && text.split(now).length !== 2) throw new Error(`${path} does not have once: ${now}`)
    text = now === '' ? text + then : text.replace(now, () => then)
  }
  return text
}
