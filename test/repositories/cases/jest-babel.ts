/** After luxon: classes in plain modules that babel reads, tests in folders by subject. */
import type { Published } from '../published.ts'
import { heldOfFeature } from './jest-babel-held.ts'

const duration = `const factors = { hours: 3600, minutes: 60, seconds: 1 };
const units = Object.keys(factors);

/** A time span of hours, minutes and seconds, never changed in place. */
export default class Duration {
  constructor(values) {
    this.values = values;
  }

  static fromObject(object) {
    for (const unit of Object.keys(object)) {
      if (!units.includes(unit)) throw new Error(\`Invalid unit \${unit}\`);
    }
    return new Duration({ ...object });
  }

  get(unit) {
    return this.values[unit] || 0;
  }

  /** The whole span in one unit. */
  as(unit) {
    return units.reduce((sum, each) => sum + this.get(each) * factors[each], 0) / factors[unit];
  }

  plus(other) {
    const values = {};
    for (const unit of units) {
      values[unit] = this.get(unit) + other.get(unit);
    }
    return new Duration(values);
  }
}
`

const interval = `import Duration from "./duration.js";

/** From one time to another, in seconds. */
export default class Interval {
  constructor(start, end) {
    this.start = start;
    this.end = end;
  }

  static after(start, duration) {
    return new Interval(start, start + duration.as("seconds"));
  }

  length(unit = "seconds") {
    return Duration.fromObject({ seconds: this.end - this.start }).as(unit);
  }

  splitBy(duration) {
    const step = duration.as("seconds");
    const parts = [];
    for (let at = this.start; at < this.end; at += step) {
      parts.push(new Interval(at, Math.min(at + step, this.end)));
    }
    return parts;
  }

  /** The shortest of some. */
  static shortest(intervals) {
    return intervals.reduce((best, each) => (each.length() < best.length() ? each : best)).length();
  }
}
`

export const jestBabel: Published = {
  name: 'jest and babel',
  manager: 'npm',
  folder: '.',
  files: {
    '.gitignore': 'node_modules/\nbuild/\ncoverage/\n',
    '.babelrc': JSON.stringify({ presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }),
    'package.json': JSON.stringify(
      {
        name: 'spans',
        version: '3.1.0',
        main: 'build/node/spans.js',
        scripts: { test: 'jest', 'test:coverage': 'jest --coverage' },
        devDependencies: { '@babel/core': '7.29.7', '@babel/preset-env': '7.29.5', jest: '30.5.2' },
      },
      null,
      2,
    ),
    'jest.config.js': `module.exports = {
  testEnvironment: "node",
  roots: ["test"],
  coverageDirectory: "build/coverage",
  collectCoverageFrom: ["src/**/*.js"],
};
`,
    'src/spans.js': `export { default as Duration } from "./duration.js";\nexport { default as Interval } from "./interval.js";\n`,
    'src/duration.js': duration,
    'src/interval.js': interval,
    'test/helpers.js': `exports.seconds = (object) => Math.round(object.as("seconds"));\n`,
    'test/duration/math.test.js': `/* global test expect */
import { Duration } from "../../src/spans";
import { seconds } from "../helpers";

//------
// #plus()
//------
test("Duration#plus adds unit by unit", () => {
  const sum = Duration.fromObject({ hours: 3 }).plus(Duration.fromObject({ hours: 1, seconds: 5 }));
  expect(sum.get("hours")).toBe(4);
  expect(seconds(sum)).toBe(4 * 3600 + 5);
});

//------
// .fromObject()
//------
test("Duration.fromObject throws on a unit that is none", () => {
  expect(() => Duration.fromObject({ fortnights: 1 })).toThrow("Invalid unit fortnights");
});
`,
    'test/interval/many.test.js': `/* global test expect */
import { Duration, Interval } from "../../src/spans";

test("Interval#splitBy ends where the interval ends", () => {
  const parts = Interval.after(0, Duration.fromObject({ minutes: 5 })).splitBy(Duration.fromObject({ minutes: 2 }));
  expect(parts.map((part) => part.length("minutes"))).toEqual([2, 2, 1]);
});
`,
  },
  found: [
    /^package +spans; npm$/m,
    /^runner +jest 30\.5\.2/m,
    /^tests +test\/\*\* \(2 files\)$/m,
    /^source +src\/\*\* \(3 files\)$/m,
    /^trial +3 tests pass/m,
  ],
  feature: {
    module: 'duration',
    design: `# duration

Two methods are added to the class \`Duration\` in \`src/duration.js\`.

## Interface

\`\`\`js
export default class Duration {
  negate()
  abs()
}
\`\`\`

## Behaviour

- \`negate\` gives the span with the sign of each unit turned.
- \`abs\` gives it without signs.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: The other way (Duration.negate) → ℜ→ℜᴳ→ℜᶠ [files: src/duration.js, test/duration/math.test.js]

Batch₂: (parallel 1)
□ TDD₂: Without signs (Duration.abs) → ℜ→ℜᴳ→ℜᶠ [files: src/duration.js, test/duration/math.test.js]
`,
    held: heldOfFeature,
    turns: {
      Phase0: {
        'src/duration.js': [
          [
            `    return new Duration(values);\n  }\n`,
            `    return new Duration(values);
  }

  negate() {
    throw new Error("negate is not implemented");
  }

  abs() {
    throw new Error("abs is not implemented");
  }
`,
          ],
        ],
      },
      'RED 1': {
        'test/duration/math.test.js': [
          [
            '',
            `
//------
// #negate()
//------
test("Duration#negate turns every sign", () => {
  const negated = Duration.fromObject({ hours: 2, minutes: -5 }).negate();
  expect(negated.get("hours")).toBe(-2);
  expect(negated.get("minutes")).toBe(5);
});
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/duration.js': [
          [
            `    throw new Error("negate is not implemented");`,
            `    const values = {};
    for (const unit of Object.keys(this.values)) {
      values[unit] = -this.values[unit];
    }
    return new Duration(values);`,
          ],
        ],
      },
      'RED 2': {
        'test/duration/math.test.js': [
          [
            '',
            `
//------
// #abs()
//------
test("Duration#abs has no signs", () => {
  const absolute = Duration.fromObject({ hours: -2, minutes: 5 }).abs();
  expect(absolute.get("hours")).toBe(2);
  expect(absolute.get("minutes")).toBe(5);
});
`,
          ],
        ],
      },
      'GREEN 2': {
        'src/duration.js': [
          [
            `    throw new Error("abs is not implemented");`,
            `    const values = {};
    for (const unit of Object.keys(this.values)) {
      values[unit] = Math.abs(this.values[unit]);
    }
    return new Duration(values);`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'shortest',
    design: `# shortest

## Interface

- \`Interval.shortest(intervals)\` is the length of the shortest interval

## Behaviour

- Of no interval at all the shortest is \`null\`. Today it throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: The shortest of none (Interval.shortest) → ℜ→ℜᴳ→ℜᶠ [files: src/interval.js, test/interval/many.test.js]
`,
    turns: {
      'RED 1': {
        'test/interval/many.test.js': [
          [
            '',
            `
test("Interval.shortest of none is null", () => {
  expect(Interval.shortest([])).toBe(null);
});
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/interval.js': [
          [
            `    return intervals.reduce(`,
            `    if (intervals.length === 0) return null;\n    return intervals.reduce(`,
          ],
        ],
      },
    },
  },
}
