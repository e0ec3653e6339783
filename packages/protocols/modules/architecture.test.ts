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
  expect(readModules(text)).toEqual({ modules: ['auth', 'src/api', 'shop', 'last'], needs: {}, faults: [] })
})

test('a module says what it needs, or that it needs nothing; where it says neither nobody knows', () => {
  const text = [
    '## Modules',
    '- `auth`: who somebody is [needs: nothing]',
    '- `shop`: what is sold [see: auth]',
    '- `api`: what is offered [Needs: `auth`, shop]',
  ].join('\n')
  expect(readModules(text)).toMatchObject({ needs: { auth: [], api: ['auth', 'shop'] }, faults: [] })
  expect(readModules(text).needs).not.toHaveProperty('shop')
})

test.each([
  ['no section', '# Patterns\n\n- `auth`\n', 'no-modules', 1],
  ['a section without a list', '# Patterns\n\n## Modules\n\nNone yet.\n', 'no-modules', 3],
  ['an item without a name', '## Modules\n- `auth`\n- the rest\n', 'module-unnamed', 3],
  ['a module twice', '## Modules\n- `auth`\n- `Auth`\n', 'module-twice', 3],
  ['a name that leads out of the folder', '## Modules\n- `../auth`\n', 'module-name', 2],
  ['a name that no folder has', '## Modules\n- `a:b`\n', 'module-name', 2],
  ['a need that is no module', '## Modules\n- `auth`\n- `shop` [needs: atuh]\n', 'module-needs', 3],
  ['a need that comes later', '## Modules\n- `auth` [needs: shop]\n- `shop`\n', 'module-needs', 2],
  ['a need of itself', '## Modules\n- `auth` [needs: auth]\n', 'module-needs', 2],
  ['no need between the brackets', '## Modules\n- `auth` [needs: ]\n', 'module-needs', 2],
  ['a name with a slash behind it', '## Modules\n- `auth/`\n', 'module-name', 2],
])('%s is a fault with its line', (_, text, rule, line) => {
  const { faults } = readModules(text)
  expect(faults).toEqual([{ rule, line, message: expect.stringMatching(/\.$/), remedy: expect.stringContaining(' ') }])
})
