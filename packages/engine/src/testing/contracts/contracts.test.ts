import { describe, expect, test } from 'vitest'
import { blobsContract, memoryDisk, memoryWorld, workspacesContract } from '../index.ts'
import type { ContractCase } from './contract.ts'

const implementations: Readonly<Record<string, readonly ContractCase[]>> = {
  'the blobs of the store': blobsContract(() => memoryDisk().open().blobs),
  'workspaces in memory': workspacesContract(async (files) => {
    const world = memoryWorld(files)
    const { blobs } = memoryDisk().open()
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
  }),
}

describe.each(Object.entries(implementations))('%s', (_, contract) => {
  test.each(contract)('$name', async ({ run, expected }) => {
    expect(await run()).toEqual(expected)
  })
})
