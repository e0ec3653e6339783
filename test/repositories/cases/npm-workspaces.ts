/** After TypeScript monorepos of npm: packages that use each other’s sources, one vitest for all in the root. */
import type { Published } from '../published.ts'

const money = `import { assertCurrency } from '@till/currencies'

export class Money {
  readonly cents: number
  readonly currency: string

  constructor(cents: number, currency: string) {
    assertCurrency(currency)
    this.cents = cents
    this.currency = currency
  }

  static parse(text: string): Money {
    const [, whole = '', cents = '00', currency = ''] = text.match(/^(\\d+)(?:\\.(\\d\\d))? ([A-Z]{3})$/)!
    return new Money(Number(whole) * 100 + Number(cents), currency)
  }

  plus(other: Money): Money {
    return new Money(this.cents + other.cents, this.currency)
  }
}
`

const versioned = { version: '2.0.0', type: 'module' }

export const npmWorkspaces: Published = {
  name: 'npm workspaces',
  manager: 'npm',
  folder: 'packages/money',
  files: {
    '.gitignore': 'node_modules\ndist\n',
    'package.json': JSON.stringify(
      {
        name: 'till-monorepo',
        private: true,
        workspaces: ['packages/*'],
        scripts: { test: 'npm test --workspaces --if-present' },
        devDependencies: { typescript: '7.0.2', vitest: '5.1.1' },
      },
      null,
      2,
    ),
    'tsconfig.base.json': JSON.stringify({
      compilerOptions: { target: 'ESNext', module: 'ESNext', moduleResolution: 'Bundler', strict: true, noEmit: true },
    }),
    'packages/currencies/package.json': JSON.stringify({
      name: '@till/currencies',
      ...versioned,
      exports: './src/index.ts',
      scripts: { test: 'vitest run' },
    }),
    'packages/currencies/src/index.ts': `const known = ['EUR', 'USD', 'JPY']

export function assertCurrency(currency: string): void {
  if (!known.includes(currency)) throw new RangeError(\`\${currency} is no currency\`)
}
`,
    'packages/currencies/src/index.test.ts': `import { expect, test } from 'vitest'
import { assertCurrency } from './index'

test('what is no currency throws', () => {
  expect(() => assertCurrency('XXX')).toThrow('XXX is no currency')
})
`,
    'packages/money/package.json': JSON.stringify(
      {
        name: '@till/money',
        ...versioned,
        exports: './src/index.ts',
        scripts: { test: 'vitest run', typecheck: 'tsc -p tsconfig.json' },
        dependencies: { '@till/currencies': '^2.0.0' },
      },
      null,
      2,
    ),
    'packages/money/tsconfig.json': JSON.stringify({ extends: '../../tsconfig.base.json', include: ['src'] }),
    'packages/money/src/index.ts': `export { Money } from './money'\nexport { total } from './total'\n`,
    'packages/money/src/money.ts': money,
    'packages/money/src/total.ts': `import { Money } from './money'

export function total(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce((sum, each) => sum.plus(each), new Money(0, currency))
}
`,
    'packages/money/src/money.test.ts': `import { describe, expect, it } from 'vitest'
import { Money } from './money'

describe('Money', () => {
  it('adds', () => {
    expect(new Money(150, 'EUR').plus(Money.parse('2.50 EUR')).cents).toBe(400)
  })

  it('takes known currencies only', () => {
    expect(() => new Money(1, 'EEE')).toThrow('EEE is no currency')
  })
})
`,
  },
  found: [
    /^package +@till\/money in packages\/money, one of 2; npm$/m,
    /^runner +vitest 5\.1\.1/m,
    /^tests .* \(1 file\)$/m,
    /^source +src\/\*\* \(3 files\)$/m,
    /^trial +2 tests pass/m,
  ],
  feature: {
    module: 'money',
    design: `# money

## Interface

\`\`\`ts
export class Money {
  times(factor: number): Money
}
export function totals(amounts: readonly Money[]): Map<string, Money>
\`\`\`

## Behaviour

- \`times\` rounds to whole cents.
- \`totals\` adds up by currency.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: Many times (Money.times) → ℜ→ℜᴳ→ℜᶠ [files: src/money.ts, src/money.test.ts]
□ TDD₂: By currency (totals) → ℜ→ℜᴳ→ℜᶠ [files: src/total.ts]
`,
    held: {
      'RED 1': {
        'packages/money/src/money.test.ts': {
          head: [`import { describe, expect, it } from 'vitest'`, `import { Money } from './money'`],
          group: 'Money',
          instead: [
            ['100', '250'],
            ['1 / 3', '1 / 7'],
            ['33', '36'],
          ],
        },
      },
      'RED 2': {
        'packages/money/src/total.test.ts': {
          instead: [
            ["'EUR'", "'JPY'"],
            ["'USD'", "'EUR'"],
            ['new Money(1,', 'new Money(10,'],
            ['toBe(4)', 'toBe(13)'],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'packages/money/src/money.ts': [
          [
            `this.currency)\n  }\n}\n`,
            `this.currency)\n  }\n\n  times(factor: number): Money {\n    throw new Error('not implemented')\n  }\n}\n`,
          ],
        ],
        'packages/money/src/total.ts': [
          [
            '',
            `\nexport function totals(amounts: readonly Money[]): Map<string, Money> {\n  throw new Error('not implemented')\n}\n`,
          ],
        ],
      },
      'RED 1': {
        'packages/money/src/money.test.ts': [
          [
            `  it('takes known`,
            `  it('rounds what is many times to cents', () => {
    const third = new Money(100, 'EUR').times(1 / 3)
    expect(third).toEqual(new Money(33, 'EUR'))
  })

  it('takes known`,
          ],
        ],
      },
      'GREEN 1': {
        'packages/money/src/money.ts': [
          [
            `    throw new Error('not implemented')`,
            `    return new Money(Math.round(this.cents * factor), this.currency)`,
          ],
        ],
      },
      'RED 2': {
        'packages/money/src/total.test.ts': `import { describe, expect, it } from 'vitest'
import { Money } from './money'
import { totals } from './total'

describe('totals', () => {
  it('adds up by currency', () => {
    const sums = totals([new Money(1, 'EUR'), new Money(2, 'USD'), new Money(3, 'EUR')])
    expect(sums.get('EUR')?.cents).toBe(4)
    expect([...sums.keys()]).toEqual(['EUR', 'USD'])
  })
})
`,
      },
      'GREEN 2': {
        'packages/money/src/total.ts': [
          [
            `  throw new Error('not implemented')`,
            `  const sums = new Map<string, Money>()
  for (const each of amounts) sums.set(each.currency, sums.get(each.currency)?.plus(each) ?? each)
  return sums`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'parsing',
    design: `# parsing

## Interface

\`\`\`ts
export class Money {
  static parse(text: string): Money
}
\`\`\`

## Behaviour

- \`Money.parse\` reads thousands too: \`1,250.00 EUR\`. Today that throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Thousands (Money) → ℜ→ℜᴳ→ℜᶠ [files: src/money.ts, src/money.test.ts]
`,
    held: {
      'RED 1': {
        'packages/money/src/money.test.ts': {
          head: [`import { describe, expect, it } from 'vitest'`, `import { Money } from './money'`],
          group: 'Money',
          instead: [
            ['1,250.00 EUR', '1,000,000.05 EUR'],
            ['125_000', '100_000_005'],
          ],
        },
      },
    },
    turns: {
      'RED 1': {
        'packages/money/src/money.test.ts': [
          [
            `  it('takes known`,
            `  it('reads thousands', () => {
    const money = Money.parse('1,250.00 EUR')
    expect(money.cents).toBe(125_000)
  })

  it('takes known`,
          ],
        ],
      },
      'GREEN 1': {
        'packages/money/src/money.ts': [[`= text.match(`, `= text.replaceAll(',', '').match(`]],
      },
    },
  },
}
