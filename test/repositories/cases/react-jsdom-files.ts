/** What the repository holds before anybody works on it. */
import type { Files } from '../../kit/repository.ts'

const counter = `import { useCallback, useState } from 'react'

type UseCounterReturn = {
  count: number
  increment: () => void
  reset: () => void
}

/** A number that is counted up. */
export function useCounter(initialValue?: number): UseCounterReturn {
  const [count, setCount] = useState(initialValue ?? 0)

  const increment = useCallback(() => {
    setCount(x => x + 1)
  }, [])

  const reset = useCallback(() => {
    setCount(initialValue ?? 0)
  }, [initialValue])

  return { count, increment, reset }
}
`

const storage = `import { useCallback, useState } from 'react'

/** A value that the browser keeps under a key. */
export function useStored<T>(key: string, initialValue: T): [T, (value: T) => void] {
  const [stored, setStored] = useState<T>(() => {
    const text = window.localStorage.getItem(key)
    return text === null ? initialValue : (JSON.parse(text) as T)
  })

  const setValue = useCallback(
    (value: T) => {
      window.localStorage.setItem(key, JSON.stringify(value))
      setStored(value)
    },
    [key],
  )

  return [stored, setValue]
}
`

const badge = `import { memo } from 'react'

export const Badge = memo(function Badge({ count }: { count: number }) {
  return <span role="status">{count > 99 ? '99+' : count}</span>
})
`

export const hooks: Files = {
  '.gitignore': 'node_modules\ndist\ncoverage\n',
  'package.json': JSON.stringify(
    {
      name: 'hooked',
      version: '3.1.1',
      type: 'module',
      scripts: { build: 'tsup', test: 'vitest run', 'test:watch': 'vitest' },
      peerDependencies: { react: '^18 || ^19' },
      devDependencies: {
        '@testing-library/dom': '10.4.1',
        '@testing-library/react': '16.3.3',
        '@types/react': '19.2.7',
        jsdom: '26.1.0',
        react: '19.2.1',
        'react-dom': '19.2.1',
        typescript: '7.0.2',
        vitest: '5.1.1',
      },
    },
    null,
    2,
  ),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ESNext',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      jsx: 'react-jsx',
      lib: ['ESNext', 'DOM'],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src'],
  }),
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globals: true,
    environment: 'jsdom',
    setupFiles: './vitest.setup.ts',
    env: { NODE_ENV: 'test' },
  },
})
`,
  'vitest.setup.ts': `import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  window.localStorage.clear()
})
`,
  'src/index.ts': `export * from './Badge'\nexport * from './useCounter'\nexport * from './useStored'\n`,
  'src/Badge/index.ts': `export * from './Badge'\n`,
  'src/Badge/Badge.tsx': badge,
  'src/Badge/Badge.test.tsx': `import { render, screen } from '@testing-library/react'

import { Badge } from './Badge'

describe('Badge', () => {
  it('should show the count', () => {
    render(<Badge count={5} />)
    expect(screen.getByRole('status').textContent).toBe('5')
  })
})
`,
  'src/useCounter/index.ts': `export * from './useCounter'\n`,
  'src/useCounter/useCounter.ts': counter,
  'src/useCounter/useCounter.test.ts': `import { act, renderHook } from '@testing-library/react'

import { useCounter } from './useCounter'

describe('useCounter()', () => {
  it('should use counter', () => {
    const { result } = renderHook(() => useCounter())
    expect(result.current.count).toBe(0)
    expect(typeof result.current.increment).toBe('function')
  })

  it('should increment and reset', () => {
    const { result } = renderHook(() => useCounter(3))
    act(() => {
      result.current.increment()
    })
    expect(result.current.count).toBe(4)
    act(() => {
      result.current.reset()
    })
    expect(result.current.count).toBe(3)
  })
})
`,
  'src/useStored/index.ts': `export * from './useStored'\n`,
  'src/useStored/useStored.ts': storage,
  'src/useStored/useStored.test.ts': `import { act, renderHook } from '@testing-library/react'

import { useStored } from './useStored'

describe('useStored()', () => {
  it('should keep a value', () => {
    const { result } = renderHook(() => useStored('key', 'initial'))
    act(() => {
      result.current[1]('edited')
    })
    expect(result.current[0]).toBe('edited')
    expect(window.localStorage.getItem('key')).toBe('"edited"')
  })
})
`,
}
