import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ask } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missing } from './documents.ts'

let workspace = ''
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'sigma-documents-'))
})
afterEach(() => rmSync(workspace, { recursive: true }))

const ask = (designPath: string, planPath?: string): Ask => ({
  kind: 'ask',
  id: 'a',
  at: { step: 'a' },
  role: 'dev',
  phase: 'GREEN',
  brief: {
    type: 'green',
    purpose: 'Make it pass.',
    from: 'engine',
    subject: 'm',
    context: { designPath, ...(planPath !== undefined && { planPath }) },
    documents: [{ path: 'given.md', blob: 'sha256:x' }],
    refused: [],
    parameters: {},
  },
  codes: ['GC'],
  writes: [],
  workspace: 'C1',
  base: 'base',
  limitMs: 1,
  retry: [],
})

test('a path that is neither given nor in the workspace is missing, by the name of its field', () => {
  proves('SIG-20')
  writeFileSync(join(workspace, 'there.md'), '')
  expect(missing(ask('given.md', 'there.md'), workspace)).toEqual([])
  expect(missing(ask('given.md', 'gone.md'), workspace)).toMatchObject([
    { rule: 'path-missing', message: 'The plan (planPath) is gone.md, which does not exist.' },
  ])
  expect(missing(ask('gone.md'), workspace)).toMatchObject([{ message: expect.stringContaining('designPath') }])
})

test('a link that leads out of the workspace leads nowhere', () => {
  proves('SIG-20')
  const outside = mkdtempSync(join(tmpdir(), 'sigma-outside-'))
  writeFileSync(join(outside, 'design.md'), '')
  mkdirSync(join(workspace, 'docs'))
  symlinkSync(join(outside, 'design.md'), join(workspace, 'docs/design.md'))
  expect(missing(ask('docs/design.md'), workspace)).toHaveLength(1)
  rmSync(outside, { recursive: true })
})
