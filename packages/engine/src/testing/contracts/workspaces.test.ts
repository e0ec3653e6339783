import { expect, test } from 'vitest'
import { memoryBlobs } from '../../store/store.ts'
import { memoryWorld, workspacesContract } from '../index.ts'

const contract = workspacesContract(async (files) => {
  const world = memoryWorld(files)
  const blobs = memoryBlobs()
  world.branches.set('main', 'base')
  const open = (path: string): Map<string, string> => world.workspaces.get(path) ?? new Map()
  return {
    workspaces: world.ports(blobs),
    blobs,
    base: 'base',
    files: (path) => Object.fromEntries(open(path)),
    write: (path, file, content) => {
      if (content === null) open(path).delete(file)
      else open(path).set(file, content)
    },
    kept: (_run, workspace, file) => world.kept.find((each) => each.workspace === workspace)?.files[file] ?? null,
    branch: (name) => world.branches.get(name) ?? null,
    disturb: () => world.visible.set('src/a.js', 'changed'),
    [Symbol.dispose]: () => undefined,
  }
})

test.each(contract)('workspaces in memory: $name', async ({ run, expected }) => {
  expect(await run()).toEqual(expected)
})
