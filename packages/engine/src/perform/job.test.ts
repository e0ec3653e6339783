import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { SigmaError } from '../errors.ts'
import { failedBy } from './job.ts'

const blobs = { put: () => 'sha256:0', get: () => new Uint8Array() }

const failure = (code: string, path?: string): Error => Object.assign(new Error(`${code}: …`), { code, path })
const told = (error: unknown) => failedBy(error, 'phase0.check', blobs)

test('what the machine lacks is told in a sentence with a way out, any other fault by where its report is', () => {
  proves('F10', 'F12')
  expect(told(failure('ENOSPC', '/cache/C1/a.js'))).toMatchObject({
    cause: 'unavailable',
    findings: [
      { rule: 'disk-full', message: expect.stringMatching(/^The disk is full: \/cache\/C1\/a.js/), remedy: 'df -h' },
    ],
  })
  const rules = ['EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'].map(
    (code) => told(failure(code)).findings[0]?.rule,
  )
  const crowded = Array.from({ length: 4 }, () => 'machine-crowded')
  expect(rules).toEqual(['disk-full', 'disk-read-only', 'disk-failing', ...crowded])
  expect(told(new Error('x'))).toMatchObject({ cause: 'crash', findings: [{ remedy: 'sigma why phase0.check' }] })
  const whileClearing = new SuppressedError(failure('ENOENT'), failure('ENOSPC', '/cache/C1/a.js'))
  expect(told(whileClearing).findings[0]?.rule).toBe('disk-full')
  expect(told(failure('ENOENT'))).toMatchObject({ cause: 'crash', findings: [{ rule: 'broke' }] })
})

test('what was installed while something ran is nobody’s fault, and outweighs what failed by it', () => {
  const changed = new SigmaError('dependencies-changed', 'Something was installed.', { hint: 'sigma resume' })
  for (const thrown of [
    changed,
    new SuppressedError(changed, new Error('Cannot find module')),
    new SuppressedError(new Error('x'), changed),
  ])
    expect(told(thrown)).toMatchObject({ cause: 'interrupted', findings: [{ rule: 'dependencies-changed' }] })
  expect(told(new SigmaError('other', 'Other.'))).toMatchObject({ cause: 'unavailable' })
})
