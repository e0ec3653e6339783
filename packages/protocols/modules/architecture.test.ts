import { expect, test } from 'vitest'
import { readModules } from './architecture.ts'

test('modules are read in the order of the list, by inline code or link', () => {
  const text = [
    '# Patterns',
    '- `before`: no module',
    '## Modules',
    'In this order:',
    '1. `auth`: who somebody is',
    '   - `parse`: a detail of it',
    '- [src/api](modules/src/api/design.md): what is offered',
    '* [`shop`](modules/shop/design.md)',
    '```ts',
    '- `code`',
    '```',
    '### More of them',
    '- `last`',
    '## Decisions',
    '- `after`: no module',
  ].join('\n')
  expect(readModules(text)).toEqual({ modules: ['auth', 'src/api', 'shop', 'last'], faults: [] })
})

test.each([
  ['no section', '# Patterns\n\n- `auth`\n', 'no-modules', 1],
  ['a section without a list', '# Patterns\n\n## Modules\n\nNone yet.\n', 'no-modules', 3],
  ['an item without a name', '## Modules\n- `auth`\n- the rest\n', 'module-unnamed', 3],
  ['a module twice', '## Modules\n- `auth`\n- `Auth`\n', 'module-twice', 3],
  ['a name that leads out of the folder', '## Modules\n- `../auth`\n', 'module-name', 2],
  ['a name that no folder has', '## Modules\n- `a:b`\n', 'module-name', 2],
  ['a name with a slash behind it', '## Modules\n- `auth/`\n', 'module-name', 2],
])('%s is a fault with its line', (_, text, rule, line) => {
  const { faults } = readModules(text)
  expect(faults).toEqual([{ rule, line, message: expect.stringMatching(/\.$/), remedy: expect.stringContaining(' ') }])
})
