/** A session that is begun, followed for some steps, and strayed from: see `Drill`. */
import { join } from 'node:path'
import type { Drill } from '@sigma/engine'
import { routes } from '../machine/built-in.ts'

const [route = ''] = routes
const output = (value: object): readonly string[] => ['--output', JSON.stringify(value)]

/** After the dispatch, as a session is named: by its state file, or by its id. */
const lines: readonly ((file: string, id: string) => readonly string[])[] = [
  (file) => ['step', '0', '--state', file],
  (file) => ['step', '1', '--state', file],
  (file) => ['step', '1', '--state', file, ...output({ title: 'Drill' })],
  (_, id) => ['step', '2', '--state', id, ...output({ domain: 'drill', context: 'None' })],
  (_, id) => ['step', '3', '--state', id],
  (_, id) => ['step', '3', '--state', id, ...output({})],
  (file) => ['complete', '--state', file],
]

export const drill: Drill = ({ printed: [begun, ...followed], root }) => {
  if (begun === undefined) return ['dispatch', '--reasoning-session', 'drill', '--route', route]
  const [file, id] = /[^ `']+-([0-9a-f]{8}-[0-9a-f]{3})\.json/.exec(begun) ?? []
  return file === undefined || id === undefined ? null : (lines[followed.length]?.(join(root, file), id) ?? null)
}
