import { needs } from '@sigma/engine/needs'
import { counted } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { cheats } from '@sigma/protocols/tdd/gauntlet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cheatsFor, gauntletOf, type Matrix, projectOf } from './kit/gauntlet.ts'
import { notPrinted, shownCommand } from './kit/pages.ts'
import { fingerprint } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'

const played = cheatsFor('node:test')
const project = projectOf('node:test')
const before = fingerprint(project)
let matrix: Matrix

beforeAll(async () => {
  matrix = await gauntletOf(project, '--only', played.map(({ id }) => id).join())
  counted('cheats with node:test', matrix.cases.size)
}, 3_600_000)

afterAll(() => project[Symbol.dispose](), 1_200_000)

test.for(played)('with node:test the agent $id is caught: it $does', ({ id, rules }) => {
  proves('SIG-51')
  const outcome = matrix.cases.get(id)
  if (outcome?.skipped === 'nothing confines agents here') needs('bubblewrap')
  expect(outcome).toMatchObject({ id, caught: true, skipped: null, saw: null })
  expect(rules).toContain(outcome?.rule)
})

test('there are more than forty, each a process of its own, and the command says that all were caught', () => {
  expect(cheats.length).toBeGreaterThan(40)
  expect(new Set(cheats.map(({ id }) => id)).size).toBe(cheats.length)
  // A word may name a case, or a rule and so all of its cases.
  expect([...matrix.cases.keys()]).toEqual(expect.arrayContaining(played.map(({ id }) => id)))
  expect(matrix.ended.exit, matrix.ended.stderr).toBe(0)
})

test('what the page on security shows of it is what the command prints', async () => {
  needs('bubblewrap')
  const only = await sigma({ ...project, path: project.cwd }, ...shownCommand('gauntlet'))
  expect(notPrinted('gauntlet', only.stdout)).toEqual([])
}, 1_920_000)

test('the person’s repository is only read', () => {
  expect(fingerprint(project)).toEqual(before)
})
