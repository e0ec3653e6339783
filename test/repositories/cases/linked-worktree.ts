/** After zustand: what is made by calls, tests in a folder of their own, worked on in a linked worktree. */
import type { Published } from '../published.ts'
import { heldOfFeature, heldOfFix } from './linked-worktree-held.ts'

const vanilla = `type Listener<T> = (state: T, previous: T) => void

export interface StoreApi<T> {
  getState: () => T
  setState: (partial: Partial<T> | ((state: T) => Partial<T>)) => void
  subscribe: (listener: Listener<T>) => () => void
}

type CreateStore = <T>(initializer: (set: StoreApi<T>['setState'], get: () => T) => T) => StoreApi<T>

const createStoreImpl: CreateStore = (initializer) => {
  type T = ReturnType<typeof initializer>
  let state: T
  const listeners = new Set<Listener<T>>()
  const getState = () => state
  const setState: StoreApi<T>['setState'] = (partial) => {
    const next = typeof partial === 'function' ? partial(state) : partial
    const previous = state
    state = Object.assign({}, state, next)
    listeners.forEach((listener) => listener(state, previous))
  }
  const subscribe = (listener: Listener<T>) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  state = initializer(setState, getState)
  return { getState, setState, subscribe } as StoreApi<T>
}

export const createStore = ((initializer) => createStoreImpl(initializer)) as CreateStore
`

const shallow = `const isMap = (value: unknown): value is Map<unknown, unknown> => value instanceof Map

export function shallow<T>(a: T, b: T): boolean {
  if (Object.is(a, b)) return true
  if (isMap(a) && isMap(b)) {
    return a.size === b.size && [...a].every(([key, value]) => Object.is(value, b.get(key)))
  }
  const keys = Object.keys(a as object)
  return (
    keys.length === Object.keys(b as object).length &&
    keys.every((key) => Object.is(a[key as keyof T], b[key as keyof T]))
  )
}
`

export const linkedWorktree: Published = {
  name: 'a linked worktree',
  manager: 'npm',
  folder: '.',
  odd: 'linked worktree',
  files: {
    '.gitignore': 'node_modules\ndist\ncoverage\n',
    'package.json': JSON.stringify(
      {
        name: 'herd',
        version: '5.0.8',
        type: 'module',
        exports: { '.': './dist/index.js' },
        scripts: { test: 'vitest run', 'test:types': 'tsc --noEmit' },
        devDependencies: { typescript: '7.0.2', vitest: '5.1.1' },
      },
      null,
      2,
    ),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        paths: { herd: ['./src/index.ts'], 'herd/*': ['./src/*.ts'] },
      },
      include: ['src', 'tests'],
    }),
    'vitest.config.mts': `import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: [
      { find: /^herd$/, replacement: resolve('./src/index.ts') },
      { find: /^herd\\/(.*)$/, replacement: resolve('./src/$1.ts') },
    ],
  },
  test: { name: 'herd', dir: 'tests', globals: true },
})
`,
    'src/index.ts': `export * from './vanilla'\nexport * from './shallow'\n`,
    'src/vanilla.ts': vanilla,
    'src/shallow.ts': shallow,
    'tests/basic.test.ts': `import { createStore } from 'herd'
import { expect, it, vi } from 'vitest'

type State = { bears: number; more: () => void }

it('updates the store', () => {
  const store = createStore<State>((set) => ({ bears: 0, more: () => set((state) => ({ bears: state.bears + 1 })) }))
  const listener = vi.fn()
  store.subscribe(listener)
  store.getState().more()
  expect(store.getState().bears).toBe(1)
  expect(listener).toHaveBeenCalledTimes(1)
})
`,
    'tests/shallow.test.ts': `import { shallow } from 'herd/shallow'
import { describe, expect, it } from 'vitest'

describe('shallow', () => {
  it('compares objects', () => {
    expect(shallow({ foo: 'bar' }, { foo: 'bar' })).toBe(true)
    expect(shallow({ foo: 'bar' }, { foo: 'baz' })).toBe(false)
  })

  it('compares maps', () => {
    expect(shallow(new Map([['a', 1]]), new Map([['a', 2]]))).toBe(false)
  })
})
`,
  },
  found: [
    /^package +herd; npm$/m,
    /^runner +vitest 5\.1\.1/m,
    /^tests +tests\/\*\* \(2 files\)$/m,
    /^source +src\/\*\* \(3 files\)$/m,
    /^trial +3 tests pass/m,
  ],
  feature: {
    module: 'selecting',
    design: `# selecting

## Interface

\`\`\`ts
export const createReducer: <T, A>(reducer: (state: T, action: A) => Partial<T>, initial: T) => StoreApi<T> & { dispatch: (action: A) => void }
export function shallowArray(a: readonly unknown[], b: readonly unknown[]): boolean
\`\`\`

## Behaviour

- \`createReducer\` makes a store that is changed by actions.
- \`shallowArray\` compares lists, thing by thing.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: By actions (createReducer) → ℜ→ℜᴳ→ℜᶠ [files: src/vanilla.ts, tests/basic.test.ts]
□ TDD₂: Lists (shallowArray) → ℜ→ℜᴳ→ℜᶠ [files: src/shallow.ts, tests/shallow.test.ts]
`,
    held: heldOfFeature,
    turns: {
      Phase0: {
        'src/vanilla.ts': [
          [
            '',
            `
type CreateReducer = <T, A>(
  reducer: (state: T, action: A) => Partial<T>,
  initial: T,
) => StoreApi<T> & { dispatch: (action: A) => void }

export const createReducer: CreateReducer = (reducer, initial) => {
  throw new Error('not implemented')
}
`,
          ],
        ],
        'src/shallow.ts': [
          [
            '',
            `
export function shallowArray(a: readonly unknown[], b: readonly unknown[]): boolean {
  throw new Error('not implemented')
}
`,
          ],
        ],
      },
      'RED 1': {
        'tests/basic.test.ts': [
          ['import { createStore }', 'import { createReducer, createStore }'],
          [
            '',
            `
it('is changed by actions', () => {
  const store = createReducer((state: { bears: number }, action: 'more' | 'none') => ({ bears: action === 'more' ? state.bears + 1 : 0 }), { bears: 3 })
  store.dispatch('more')
  expect(store.getState()).toEqual({ bears: 4 })
  store.dispatch('none')
  expect(store.getState()).toEqual({ bears: 0 })
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/vanilla.ts': [
          [
            `  throw new Error('not implemented')`,
            `  const store = createStore(() => initial)
  return { ...store, dispatch: (action) => store.setState((state) => reducer(state, action)) }`,
          ],
        ],
      },
      'RED 2': {
        'tests/shallow.test.ts': [
          ['import { shallow }', 'import { shallow, shallowArray }'],
          [
            '',
            `
describe('shallowArray', () => {
  it('compares thing by thing', () => {
    expect(shallowArray([1, 'a'], [1, 'a'])).toBe(true)
    expect(shallowArray([1, 'a'], [1, 'b'])).toBe(false)
    expect(shallowArray([1], [1, 2])).toBe(false)
  })
})
`,
          ],
        ],
      },
      'GREEN 2': {
        'src/shallow.ts': [
          [
            `  throw new Error('not implemented')`,
            `  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]))`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'shallow',
    design: `# shallow

## Interface

\`\`\`ts
export function shallow<T>(a: T, b: T): boolean
\`\`\`

## Behaviour

- Nothing is equal to nothing only. Today \`shallow(null, {})\` throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Nothing (shallow) → ℜ→ℜᴳ→ℜᶠ [files: src/shallow.ts, tests/shallow.test.ts]
`,
    held: heldOfFix,
    turns: {
      'RED 1': {
        'tests/shallow.test.ts': [
          [
            `  it('compares maps'`,
            `  it('compares with nothing', () => {
    expect(shallow<object | null>(null, {})).toBe(false)
  })

  it('compares maps'`,
          ],
        ],
      },
      'GREEN 1': {
        'src/shallow.ts': [
          [
            `  if (Object.is(a, b)) return true\n`,
            `  if (Object.is(a, b)) return true\n  if (!a || !b) return false\n`,
          ],
        ],
      },
    },
  },
}
