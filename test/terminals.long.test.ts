/** More than one sigma on one project, as processes of their own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { counted, inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { beforeAll, expect, test } from 'vitest'
import { leanProject, leanRepository, shellAgent } from './campaign/lean-project.ts'
import { holderOf, type Journal, journalOf, type Listened, listen, runsOf } from './kit/listened.ts'
import { type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** The first turn lasts until the test says go; then each takes a moment. */
const held = shellAgent('while [ ! -e "$HOME/go" ]; do sleep 0.1; done')
const go = ({ home }: Repository): void => writeFileSync(join(home, 'go'), '')

const isRising = (numbers: readonly number[]): boolean => numbers.every((each, at) => each >= (numbers[at - 1] ?? 0))

/** One writer after the other, no event lost, none twice. */
function expectWhole({ sequences, epochs, closed }: Journal): void {
  expect(sequences).toEqual(sequences.map((_, at) => at + 1))
  expect(isRising(epochs)).toBe(true)
  expect(new Set(closed).size).toBe(closed.length)
}

/** One after the other first, so that not every one of a crowd writes all that Node keeps of compiled sources. */
beforeAll(async () => {
  using repository = leanRepository()
  await sigma(repository, 'tdd', 'lean')
})

const crowd = inTier({ fast: 8, long: 16, verify: 100 })
const times = inTier({ fast: 1, long: 2, verify: 10 })

test(`${crowd} at once make one run, and all tell its one end; ${times} times over`, {
  timeout: times * 300_000,
}, async () => {
  proves('F19', 'F40', 'SIG-92')
  for (let time = 0; time < times; time += 1) {
    using repository = leanRepository(held)
    const all = Array.from({ length: crowd }, () => listen(repository, 'tdd', 'lean'))
    await Promise.all(all.map((each) => each.says(/ begins: |joining it/)))
    expect(all.filter((each) => / begins: /.test(each.heard()))).toHaveLength(1)
    go(repository)
    const ended = await Promise.all(all.map((each) => each.ended))
    expect(ended.filter(({ exit }) => exit !== 0)).toEqual([])
    const results = ended.map(resultOf)
    expect(results[0]).toMatchObject({ success: true, outcome: 'completed' })
    for (const result of results) expect(result).toEqual(results[0])
    expect(await runsOf(repository)).toHaveLength(1)
    const journal = await journalOf(repository, results[0]?.run ?? '')
    expectWhole(journal)
    expect(new Set(journal.epochs).size).toBe(1)
    expect(holderOf(repository)).toBeNull()
  }
  counted('starts', crowd * times)
  counted('rounds', times)
})

test('different modules at once are played by one host, and go on when it is done', { timeout: 480_000 }, async () => {
  const modules = ['lean', 'second', 'third']
  using repository = leanRepository(shellAgent())
  const documents = Object.entries(leanProject()).filter(([path]) => path.includes('/lean/'))
  for (const module of modules)
    writeFiles(
      repository.path,
      Object.fromEntries(documents.map(([path, text]) => [path.replace('lean', module), text])),
    )
  const ended = await Promise.all(modules.map((module) => sigma(repository, 'tdd', module)))
  for (const each of ended) expect(each.exit, each.stderr).toBe(0)
  const runs = ended.map((each) => resultOf(each).run)
  expect(runs.map((run) => run.replace(/-.*/, ''))).toEqual(modules)
  const journals = await Promise.all(runs.map((run) => journalOf(repository, run)))
  for (const journal of journals) {
    expectWhole(journal)
    expect(journal.kinds).not.toContain('interrupted')
  }
  const failed = journals.flatMap(({ kinds }) => kinds.filter((kind) => kind === 'failed'))
  expect(failed).toEqual([])
})

const kills = inTier({ fast: 2, long: 8, verify: 40 })
const phases = ['Phase0', 'RED', 'GREEN', 'REFACTOR_TESTS', 'REFACTOR_IMPL', 'REVIEW_TESTS', 'REVIEW_IMPL']

test(`${kills} hosts are killed one after the other while others wait, and the run comes to its end`, {
  timeout: kills * 60_000,
}, async () => {
  proves('F62')
  using repository = leanRepository(shellAgent('sleep 0.2; while [ ! -e "$HOME/go $phase" ]; do sleep 0.1; done'))
  const waiting: Listened[] = [1, 2, 3].map(() => listen(repository, 'tdd', 'lean'))
  await Promise.all(waiting.map((each) => each.says(/ begins: |joining it/)))
  const [{ run } = { run: '' }] = await runsOf(repository)
  for (let killed = 0; killed < kills; killed += 1) {
    // Each phase is reached with some kills behind it and some ahead.
    const open = phases.slice(0, Math.floor((killed / kills) * phases.length))
    for (const phase of open) writeFileSync(join(repository.home, `go ${phase}`), '')
    const host = await hostAmong(waiting, repository, run)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000))
    process.kill(host.pid, 'SIGKILL')
    waiting.splice(waiting.indexOf(host), 1)
    const next = listen(repository, 'tdd', 'lean')
    waiting.push(next)
    await next.says(/joining it/)
  }
  for (const phase of phases) writeFileSync(join(repository.home, `go ${phase}`), '')
  const ended = await Promise.all(waiting.map((each) => each.ended))
  for (const each of ended) expect(each.exit, each.stderr).toBe(0)
  expect(ended.map((each) => resultOf(each).run)).toEqual(ended.map(() => run))
  expect(await runsOf(repository)).toHaveLength(1)
  const journal = await journalOf(repository, run)
  expectWhole(journal)
  expect(new Set(journal.epochs).size).toBeGreaterThan(kills / 2)
  counted('hosts killed', kills)
})

/** The one that plays the run at this moment. */
async function hostAmong(waiting: readonly Listened[], repository: Repository, run: string): Promise<Listened> {
  for (;;) {
    const holder = holderOf(repository)
    const host = waiting.find(({ pid }) => pid === holder?.pid)
    if (host !== undefined && holder?.plays.includes(run) === true) return host
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
