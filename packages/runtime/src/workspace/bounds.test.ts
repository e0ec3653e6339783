import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { benchFiles, openBench } from '../testing/bench.ts'
import { temporaryRepository } from '../testing/index.ts'

test('what would take for ever, or all the memory, ends with a rule by name: pipes, huge and many files, endless text', {
  timeout: 120_000,
}, async () => {
  proves('T16')
  using repository = temporaryRepository(benchFiles)
  const { path, prepare, intake } = await openBench(repository, {
    fileBytes: 1_000_000,
    totalBytes: 3_000_000,
    entries: 200,
  })
  const cases: readonly (readonly [rule: string, make: () => void])[] = [
    [
      'special-file',
      () => {
        rmSync(join(path, 'src/a.js'))
        execFileSync('mkfifo', [join(path, 'src/a.js')])
      },
    ],
    // Sparse: it takes no room, and would take minutes to read.
    [
      'too-large',
      () => {
        writeFileSync(join(path, 'src/huge.js'), '')
        truncateSync(join(path, 'src/huge.js'), 10 * 2 ** 30)
      },
    ],
    [
      'too-many-files',
      () => {
        mkdirSync(join(path, 'src/many'))
        for (let at = 0; at < 5_000; at += 1) writeFileSync(join(path, 'src/many', `${at}`), '')
      },
    ],
    // Each of them is small enough, and compresses to nothing.
    [
      'too-large',
      () => {
        for (let at = 0; at < 20; at += 1) writeFileSync(join(path, `src/zeros-${at}.js`), Buffer.alloc(900_000))
      },
    ],
    ['outside-role', () => writeFileSync(join(path, 'README.md'), 'x\n'.repeat(400_000))],
  ]
  for (const [rule, make] of cases) {
    await prepare()
    make()
    const taken = await intake(['src/**'])
    if (taken.kind !== 'trespass') throw new Error(`${rule}: ${taken.kind}`)
    expect(taken.findings.map((finding) => finding.rule)).toContain(rule)
  }
})
