/** A project with files of another tool, from which `sigma import` takes tasks over. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Conversing } from '@sigma/engine'
import { importTasks } from '../commands/import.ts'

export function importing(files: Readonly<Record<string, string | Buffer>>) {
  const root = mkdtempSync(join(tmpdir(), 'sigma-import-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const imported = (path: string, flags: Conversing['flags'] = {}) => {
    // as: of all that a command is given these are looked at.
    const asked = {
      words: [path],
      flags,
      place: { root, cwd: root },
      premises: { config: { memoryBank: 'memory-bank', tests: { files: ['tests/**', '**/*.test.*'] } } },
    } as unknown as Conversing
    return importTasks(asked).told(null)
  }
  return {
    root,
    imported,
    /** Its cycles as `id batch: files < needs`. */
    plan: (module: string) => {
      const text = readFileSync(join(root, 'memory-bank/modules', module, 'tdd_plan.md'), 'utf8')
      const [, json = '{}'] = /```json\n([\s\S]*?)\n```/.exec(text) ?? []
      const { cycles }: { cycles: Record<string, string | number | string[]>[] } = JSON.parse(json)
      return cycles.map(
        ({ id, batch, files = [], needs = [] }) =>
          `${id} ${batch}: ${[files].flat().join()} < ${[needs].flat().join()}`,
      )
    },
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** A line of Beads. */
export const issue = (id: string, rest: object = {}): string =>
  JSON.stringify({
    id,
    title: `Do ${id}`,
    status: 'open',
    priority: 2,
    issue_type: 'task',
    created_at: '2026-01-01T00:00:00Z',
    ...rest,
  })
/** A link of Beads. */
export const waits = (id: string, other: string, type = 'blocks') => ({ issue_id: id, depends_on_id: other, type })
