/** After usehooks-ts: a folder for each hook, its tests beside it, in a browser's place by jsdom. */
import type { Published } from '../published.ts'
import { hooks } from './react-jsdom-files.ts'

export const reactJsdom: Published = {
  name: 'React and jsdom',
  manager: 'npm',
  folder: '.',
  files: hooks,
  found: [
    /^package +hooked; npm$/m,
    /^runner +vitest 5\.1\.1/m,
    /^tests +\*\*\/\*\.\{test,spec\}.* \(3 files\)$/m,
    /^source +src\/\*\* \(7 files\)$/m,
    /^trial +4 tests pass/m,
  ],
  feature: {
    module: 'stepping',
    design: `# stepping

\`useCounter\` and \`Badge\` are in \`src/\` already, and are added to.

## Interface

\`\`\`ts
export function useStepper(initialValue: number, step: number): UseStepperReturn
export const Badge: NamedExoticComponent<{ count: number; most?: number }>
\`\`\`

## Behaviour

- \`useStepper\` has \`count\`, \`forth\` and \`back\`, by \`step\`.
- \`Badge\` shows at most \`most\`, by default 99: \`<Badge count={12} most={9} />\` is \`9+\`.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: By steps (useStepper) → ℜ→ℜᴳ→ℜᶠ [files: src/useCounter/useCounter.ts, src/useCounter/useCounter.test.ts]
□ TDD₂: At most (Badge) → ℜ→ℜᴳ→ℜᶠ [files: src/Badge/Badge.tsx, src/Badge/Badge.test.tsx]
`,
    held: {
      'RED 1': {
        'src/useCounter/useCounter.test.ts': {
          head: [
            `import { act, renderHook } from '@testing-library/react'`,
            `import { useStepper } from './useCounter'`,
          ],
          instead: [
            ['10, 5', '1, 3'],
            ['toBe(20)', 'toBe(7)'],
            ['toBe(15)', 'toBe(4)'],
          ],
        },
      },
      'RED 2': {
        'src/Badge/Badge.test.tsx': {
          head: [`import { render, screen } from '@testing-library/react'`, `import { Badge } from './Badge'`],
          group: 'Badge',
          instead: [
            ['count={12} most={9}', 'count={30} most={20}'],
            ["'9+'", "'20+'"],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'src/useCounter/useCounter.ts': [
          [
            '',
            `
export type UseStepperReturn = {
  count: number
  forth: () => void
  back: () => void
}

export function useStepper(initialValue: number, step: number): UseStepperReturn {
  throw new Error('not implemented')
}
`,
          ],
        ],
        'src/Badge/Badge.tsx': [
          [
            'function Badge({ count }: { count: number })',
            'function Badge({ count }: { count: number; most?: number })',
          ],
        ],
      },
      'RED 1': {
        'src/useCounter/useCounter.test.ts': [
          ['import { useCounter }', 'import { useCounter, useStepper }'],
          [
            '',
            `
describe('useStepper()', () => {
  it('should go forth and back', () => {
    const { result } = renderHook(() => useStepper(10, 5))
    act(() => {
      result.current.forth()
      result.current.forth()
    })
    expect(result.current.count).toBe(20)
    act(() => {
      result.current.back()
    })
    expect(result.current.count).toBe(15)
  })
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/useCounter/useCounter.ts': [
          [
            `  throw new Error('not implemented')`,
            `  const [count, setCount] = useState(initialValue)

  const forth = useCallback(() => {
    setCount(x => x + step)
  }, [step])

  const back = useCallback(() => {
    setCount(x => x - step)
  }, [step])

  return { count, forth, back }`,
          ],
        ],
      },
      'RED 2': {
        'src/Badge/Badge.test.tsx': [
          [
            `    expect(screen.getByRole('status').textContent).toBe('5')\n  })\n`,
            `    expect(screen.getByRole('status').textContent).toBe('5')
  })

  it('should show at most what it is told', () => {
    render(<Badge count={12} most={9} />)
    expect(screen.getByRole('status').textContent).toBe('9+')
  })
`,
          ],
        ],
      },
      'GREEN 2': {
        'src/Badge/Badge.tsx': [
          ['function Badge({ count }: {', 'function Badge({ count, most = 99 }: {'],
          [`{count > 99 ? '99+' : count}`, '{count > most ? most + "+" : count}'],
        ],
      },
    },
  },
  fix: {
    module: 'stored',
    design: `# stored

## Interface

\`\`\`ts
export function useStored<T>(key: string, initialValue: T): [T, (value: T) => void]
\`\`\`

## Behaviour

- What cannot be read is as if it was not there: \`initialValue\`. Today it throws a SyntaxError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: What cannot be read (useStored) → ℜ→ℜᴳ→ℜᶠ [files: src/useStored/useStored.ts, src/useStored/useStored.test.ts]
`,
    held: {
      'RED 1': {
        'src/useStored/useStored.test.ts': {
          head: [`import { renderHook } from '@testing-library/react'`, `import { useStored } from './useStored'`],
          group: 'useStored()',
          instead: [
            ['{"broken', '[1, 2'],
            ["'initial'", "'first'"],
          ],
        },
      },
    },
    turns: {
      'RED 1': {
        'src/useStored/useStored.test.ts': [
          [
            `toBe('"edited"')\n  })\n`,
            `toBe('"edited"')
  })

  it('should begin anew when what is kept cannot be read', () => {
    window.localStorage.setItem('key', '{"broken')
    const { result } = renderHook(() => useStored('key', 'initial'))
    expect(result.current[0]).toBe('initial')
  })
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/useStored/useStored.ts': [
          [
            `    return text === null ? initialValue : (JSON.parse(text) as T)`,
            `    try {
      return text === null ? initialValue : (JSON.parse(text) as T)
    } catch {
      return initialValue
    }`,
          ],
        ],
      },
    },
  },
}
