import { expect, test } from 'vitest'
import { idIn, inTree, type Tree } from './tree.ts'

const tree: Tree = {
  root: '/checks/1/tree',
  folder: '',
  isSource: () => false,
  places: [
    { path: '/checks/1/scratch', told: '<scratch>' },
    { path: '/checks/1/tree', told: '.' },
    { path: '/checks/1', told: '~' },
  ],
}

test.each([
  ['/checks/1/tree/src/a.js:1:2', 'src/a.js:1:2'],
  ['file:///checks/1/tree/src/a.js', 'src/a.js'],
  ['/@fs/checks/1/tree/src/a.js', 'src/a.js'],
  ['in /checks/1/tree', 'in .'],
  ['in "/checks/1/tree", and more', 'in ".", and more'],
  ['/checks/1/scratch/x', '<scratch>/x'],
  ['/checks/1/.npmrc', '~/.npmrc'],
  // Folders that only begin alike.
  ['/checks/1/tree-2/a.js', '~/tree-2/a.js'],
  ['/checks/12/a.js', '/checks/12/a.js'],
  ['/checks/1.js', '/checks/1.js'],
])('%s is told as %s', (text, told) => {
  expect(inTree(text, tree)).toBe(told)
})

test('an id is the same in every checkout, and holds no known secret', () => {
  const other: Tree = { ...tree, root: '/checks/2/tree', places: undefined }
  const idOf = (of: Tree): string => idIn(of, 'a.js', ['reads', `${of.root}/x`])
  expect(idOf(tree)).toBe('a.js › reads › x')
  expect(idOf(other)).toBe(idOf(tree))
  expect(idIn({ ...tree, known: (text) => text.replace('key', '[secret]') }, 'a.js', ['key'])).toBe('a.js › [secret]')
})
