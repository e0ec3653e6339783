import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { createAgents, createProcesses, plainHandoff, promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { turnRequest } from '../../../runtime/src/testing/index.ts'
import { templates } from './source.ts'

test('an agent that reads nothing at all may answer, and no prompt sends one to session memory or the memory bank', async () => {
  proves('DPTR-16')
  const folder = mkdtempSync(join(tmpdir(), 'sigma-reading-'))
  try {
    const design = join(folder, 'design.md')
    writeFileSync(design, '# Design\n')
    // Later than this nobody has read it.
    utimesSync(design, new Date(0), new Date(0))
    const agents = createAgents({
      agents: { mine: { kind: 'command', command: ['sh', '-c', 'echo "→[GC, read nothing]"'] } },
      roles: { dev: 'mine' },
      processes: createProcesses(),
      blobs: memoryBlobs(),
      environment: { PATH: process.env['PATH'] },
      root: folder,
    })
    const result = await agents.turn(turnRequest(folder), new AbortController().signal)
    expect(result).toMatchObject({ kind: 'answered', code: 'GC', message: 'read nothing' })
    expect(statSync(design).atimeMs).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const samples = templates.tasks.flatMap((task) =>
    task.phases.flatMap(
      (phase) => templates.sample({ task, phase, input: templates.example, unit: null, withTalk: true }) ?? [],
    ),
  )
  expect(samples).toHaveLength(11)
  for (const handoff of [...samples, plainHandoff]) {
    const { system, prompt } = promptOf(handoff, { source: templates, report: true, rehearses: true, resumed: true })
    expect(`${system}${prompt}`).not.toMatch(
      /activeContext|progress\.md|\b(open|search)_nodes|READ\[|QUERY\[|session memory/i,
    )
  }
})
