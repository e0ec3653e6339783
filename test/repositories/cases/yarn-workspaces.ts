/** After monorepos of yarn: one jest with babel in the root for all packages, tests in folders __tests__. */
import type { Published } from '../published.ts'

const emitter = `class Emitter {
  constructor() {
    this.listeners = {}
  }

  on(name, listener) {
    this.listeners[name] = [...(this.listeners[name] || []), listener]
    return this
  }

  emit(name, value) {
    for (const listener of this.listeners[name]) listener(value)
    return this
  }
}

export default Emitter
`

const debounce = `/** Calls once, when nobody has called for a while. */
export function debounce(fn, wait) {
  let timer
  return (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => fn(...args), wait)
  }
}
`

export const yarnWorkspaces: Published = {
  name: 'yarn workspaces',
  manager: 'yarn',
  folder: '.',
  files: {
    '.gitignore': 'node_modules\n.yarn/*\n',
    '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n',
    'package.json': JSON.stringify(
      {
        name: 'signals-monorepo',
        private: true,
        packageManager: 'yarn@4.18.1',
        workspaces: ['packages/*'],
        scripts: { test: 'jest' },
        devDependencies: {
          '@babel/core': '7.29.7',
          '@babel/preset-env': '7.29.5',
          'babel-jest': '29.7.0',
          jest: '29.7.0',
        },
      },
      null,
      2,
    ),
    'babel.config.js': `module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }\n`,
    'jest.config.js': `module.exports = {
  roots: ['<rootDir>/packages'],
}
`,
    'packages/emitter/package.json': JSON.stringify({
      name: '@signals/emitter',
      version: '1.2.0',
      main: 'src/index.js',
    }),
    'packages/emitter/src/index.js': `export { default as Emitter } from './Emitter'\n`,
    'packages/emitter/src/Emitter.js': emitter,
    'packages/emitter/src/__tests__/Emitter.test.js': `import { Emitter } from '..'

describe('Emitter', () => {
  it('calls who listens', () => {
    const listener = jest.fn()
    new Emitter().on('change', listener).emit('change', 5)
    expect(listener).toHaveBeenCalledWith(5)
  })
})
`,
    'packages/timing/package.json': JSON.stringify({
      name: '@signals/timing',
      version: '1.2.0',
      main: 'src/index.js',
      dependencies: { '@signals/emitter': 'workspace:^' },
    }),
    'packages/timing/src/index.js': `export { debounce } from './debounce'\nexport { Emitter } from '@signals/emitter'\n`,
    'packages/timing/src/debounce.js': debounce,
    'packages/timing/src/__tests__/debounce.test.js': `import { debounce, Emitter } from '..'

jest.useFakeTimers()

it('calls once', () => {
  const listener = jest.fn()
  const emitter = new Emitter().on('change', debounce(listener, 100))
  emitter.emit('change', 1).emit('change', 2)
  jest.advanceTimersByTime(100)
  expect(listener.mock.calls).toEqual([[2]])
})
`,
  },
  found: [
    /^package +signals-monorepo, all of 2 packages; yarn$/m,
    /^runner +jest 29\.7\.0/m,
    /^tests +\*\*\/__tests__\/\*\* \(2 files\)$/m,
    /^source +packages\/\*\/src\/\*\* \(4 files\)$/m,
    /^trial +2 tests pass/m,
  ],
  feature: {
    module: 'listening',
    design: `# listening

## Interface

\`\`\`js
export default class Emitter {
  off(name, listener)
}
export function throttle(fn, wait)
\`\`\`

## Behaviour

- After \`off\` the listener of \`packages/emitter\` is called no more.
- \`throttle\` in \`packages/timing\` calls at once, and then not for a while.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: Listening no more (Emitter.off) → ℜ→ℜᴳ→ℜᶠ [files: packages/emitter/src/Emitter.js, packages/emitter/src/__tests__/Emitter.test.js]
□ TDD₂: Not too often (throttle) → ℜ→ℜᴳ→ℜᶠ [files: packages/timing/src/debounce.js, packages/timing/src/__tests__/debounce.test.js]
`,
    held: {
      'RED 1': {
        'packages/emitter/src/__tests__/Emitter.test.js': {
          head: [`import { Emitter } from '..'`],
          group: 'Emitter',
          instead: [
            ["'change'", "'close'"],
            [', 5)', ", 'now')"],
          ],
        },
      },
      'RED 2': {
        'packages/timing/src/__tests__/debounce.test.js': {
          head: [`import { throttle } from '..'`, `jest.useFakeTimers()`],
          instead: [
            ['100', '250'],
            ['throttled(2)', "throttled('b')"],
            ['throttled(1)', "throttled('a')"],
            ['throttled(3)', "throttled('c')"],
            ['[[1], [3]]', "[['a'], ['c']]"],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'packages/emitter/src/Emitter.js': [
          [
            '  emit(name, value)',
            `  off(name, listener) {\n    throw new Error('not implemented')\n  }\n\n  emit(name, value)`,
          ],
        ],
        'packages/timing/src/debounce.js': [
          ['', `\nexport function throttle(fn, wait) {\n  throw new Error('not implemented')\n}\n`],
        ],
        'packages/timing/src/index.js': [['{ debounce }', '{ debounce, throttle }']],
      },
      'RED 1': {
        'packages/emitter/src/__tests__/Emitter.test.js': [
          [
            `toHaveBeenCalledWith(5)\n  })\n`,
            `toHaveBeenCalledWith(5)
  })

  it('calls nobody who listens no more', () => {
    const gone = jest.fn()
    const there = jest.fn()
    new Emitter().on('change', gone).on('change', there).off('change', gone).emit('change', 5)
    expect(gone).not.toHaveBeenCalled()
    expect(there).toHaveBeenCalledTimes(1)
  })
`,
          ],
        ],
      },
      'GREEN 1': {
        'packages/emitter/src/Emitter.js': [
          [
            `    throw new Error('not implemented')`,
            `    this.listeners[name] = (this.listeners[name] || []).filter((each) => each !== listener)\n    return this`,
          ],
        ],
      },
      'RED 2': {
        'packages/timing/src/__tests__/debounce.test.js': [
          ['import { debounce, Emitter }', 'import { debounce, Emitter, throttle }'],
          [
            '',
            `
it('calls at once, and then not for a while', () => {
  const listener = jest.fn()
  const throttled = throttle(listener, 100)
  throttled(1)
  throttled(2)
  jest.advanceTimersByTime(100)
  throttled(3)
  expect(listener.mock.calls).toEqual([[1], [3]])
})
`,
          ],
        ],
      },
      'GREEN 2': {
        'packages/timing/src/debounce.js': [
          [
            `  throw new Error('not implemented')`,
            `  let waiting = false
  return (...args) => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
    }, wait)
    fn(...args)
  }`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'unheard',
    design: `# unheard

## Interface

\`\`\`js
export default class Emitter {
  emit(name, value)
}
\`\`\`

## Behaviour

- \`emit\` calls nobody where nobody listens. Today it throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Nobody listens (Emitter) → ℜ→ℜᴳ→ℜᶠ [files: packages/emitter/src/Emitter.js, packages/emitter/src/__tests__/Emitter.test.js]
`,
    held: {
      'RED 1': {
        'packages/emitter/src/__tests__/Emitter.test.js': {
          head: [`import { Emitter } from '..'`],
          group: 'Emitter',
          instead: [["'change', 5", "'close', null"]],
        },
      },
    },
    turns: {
      'RED 1': {
        'packages/emitter/src/__tests__/Emitter.test.js': [
          [
            `toHaveBeenCalledWith(5)\n  })\n`,
            `toHaveBeenCalledWith(5)
  })

  it('calls nobody where nobody listens', () => {
    const emitter = new Emitter()
    expect(emitter.emit('change', 5)).toBe(emitter)
  })
`,
          ],
        ],
      },
      'GREEN 1': {
        'packages/emitter/src/Emitter.js': [[`of this.listeners[name])`, `of this.listeners[name] || [])`]],
      },
    },
  },
}
