/** After p-map: one module and one test file at the top, in a folder with spaces and letters of other scripts. */
import type { Published } from '../published.ts'

const index = `/** Maps over things that come in time, so many at once. */
export default async function mapAsync(iterable, mapper, {concurrency = Number.POSITIVE_INFINITY} = {}) {
	const iterator = iterable[Symbol.iterator]();
	const results = [];
	let next = 0;

	async function work() {
		for (;;) {
			const index = next++;
			const {value, done} = iterator.next();
			if (done) {
				return;
			}

			results[index] = await mapper(await value, index);
		}
	}

	await Promise.all(Array.from({length: Math.min(concurrency, iterable.length)}, work));
	return results;
}

export const mapSkip = Symbol('skip');
`

const testFile = `import assert from 'node:assert/strict';
import test from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import mapAsync, {mapSkip} from './index.js';

test('main', async () => {
	assert.deepEqual(await mapAsync([3, 1, 2], async value => {
		await delay(value);
		return value * 2;
	}), [6, 2, 4]);
});

test('concurrency: 1', async () => {
	let running = 0;
	await mapAsync([1, 2, 3], async () => {
		running++;
		await delay(1);
		assert.equal(running--, 1);
	}, {concurrency: 1});
});

test('{mapSkip} › ein Zeichen — 記号', () => {
	assert.equal(typeof mapSkip, 'symbol');
});
`

export const oddPath: Published = {
  name: 'node:test, flat, in a folder with spaces and other scripts',
  manager: null,
  folder: '.',
  at: 'Eigene Projekte (2)/проект 計画 “p map”',
  files: {
    '.gitignore': 'node_modules\nyarn.lock\n',
    '.editorconfig': 'root = true\n\n[*]\nindent_style = tab\n',
    'package.json': JSON.stringify(
      {
        name: 'map-async',
        version: '7.0.3',
        type: 'module',
        exports: { types: './index.d.ts', default: './index.js' },
        files: ['index.js', 'index.d.ts'],
        scripts: { test: 'node --test' },
      },
      null,
      '\t',
    ),
    'index.js': index,
    'index.d.ts': `export default function mapAsync<T, R>(iterable: Iterable<T | Promise<T>>, mapper: (value: T, index: number) => R | Promise<R>, options?: {concurrency?: number}): Promise<R[]>;\n`,
    'test.js': testFile,
  },
  found: [
    /^package +map-async; npm$/m,
    /^runner +node:test/m,
    /^tests +test\.js \(1 file\)$/m,
    /^source +\*\.js \(1 file\)$/m,
    /^trial +3 tests pass/m,
  ],
  feature: {
    module: 'skipping',
    design: `# skipping – 省略

## Interface

\`\`\`js
export async function filterAsync(iterable, filterer)
export async function eachAsync(iterable, action)
\`\`\`

## Behaviour

- \`filterAsync\` keeps what its filterer says \`true\` of.
- \`eachAsync\` waits for one action after another, and gives what it was given.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Keeping some – 選択 (filterAsync) → ℜ→ℜᴳ→ℜᶠ [files: index.js, test.js]

Batch₂: (parallel 1)
□ TDD₂: One after another (eachAsync) → ℜ→ℜᴳ→ℜᶠ [files: index.js, test.js]
`,
    held: {
      'RED 1': {
        'test.js': {
          head: [
            `import assert from 'node:assert/strict';`,
            `import test from 'node:test';`,
            `import {filterAsync} from './index.js';`,
          ],
          instead: [
            ['[1, 2, 3, 4]', '[7, 6, 10, 0]'],
            ['[2, 4]', '[6, 10, 0]'],
          ],
        },
      },
      'RED 2': {
        'test.js': {
          head: [
            `import assert from 'node:assert/strict';`,
            `import test from 'node:test';`,
            `import {setTimeout as delay} from 'node:timers/promises';`,
            `import {eachAsync} from './index.js';`,
          ],
          instead: [["['б', 'а']", "['б', 'в', 'г']"]],
        },
      },
    },
    turns: {
      Phase0: {
        'index.js': [
          [
            '',
            `
export async function filterAsync(iterable, filterer) {
	throw new Error('filterAsync is not implemented');
}

export async function eachAsync(iterable, action) {
	throw new Error('eachAsync is not implemented');
}
`,
          ],
        ],
      },
      'RED 1': {
        'test.js': [
          ['import mapAsync, {mapSkip}', 'import mapAsync, {filterAsync, mapSkip}'],
          [
            '',
            `
test('filterAsync › behält Gerades', async () => {
	assert.deepEqual(await filterAsync([1, 2, 3, 4], async value => value % 2 === 0), [2, 4]);
});
`,
          ],
        ],
      },
      'GREEN 1': {
        'index.js': [
          [
            `	throw new Error('filterAsync is not implemented');`,
            `	const mapped = await mapAsync(iterable, async value => (await filterer(value)) ? value : mapSkip);
	return mapped.filter(value => value !== mapSkip);`,
          ],
        ],
      },
      'RED 2': {
        'test.js': [
          ['{filterAsync, mapSkip}', '{eachAsync, filterAsync, mapSkip}'],
          [
            '',
            `
test('eachAsync › один за другим', async () => {
	const seen = [];
	const given = ['б', 'а'];
	const result = await eachAsync(given, async value => {
		await delay(value === 'б' ? 5 : 1);
		seen.push(value);
	});
	assert.equal(result, given);
	assert.deepEqual(seen, ['б', 'а']);
});
`,
          ],
        ],
      },
      'GREEN 2': {
        'index.js': [
          [
            `	throw new Error('eachAsync is not implemented');`,
            `	for (const value of iterable) {
		await action(await value);
	}

	return iterable;`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'sets',
    design: `# sets

## Interface

- \`mapAsync(iterable, mapper, options)\` is the default export

## Behaviour

- What can be walked over and has no \`length\`, such as a Set, is mapped too. Today that throws a RangeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Sets (mapAsync) → ℜ→ℜᴳ→ℜᶠ [files: index.js, test.js]
`,
    held: {
      'RED 1': {
        'test.js': {
          head: [
            `import assert from 'node:assert/strict';`,
            `import test from 'node:test';`,
            `import mapAsync from './index.js';`,
          ],
          instead: [
            ['new Set([1, 2])', 'new Set([5, 9, 5])'],
            ['[2, 3]', '[6, 10]'],
          ],
        },
      },
    },
    turns: {
      'RED 1': {
        'test.js': [
          [
            '',
            `
test('a Set is mapped', async () => {
	assert.deepEqual(await mapAsync(new Set([1, 2]), value => value + 1), [2, 3]);
});
`,
          ],
        ],
      },
      'GREEN 1': {
        'index.js': [
          [
            `	const iterator = iterable[Symbol.iterator]();`,
            `	const values = [...iterable];\n	const iterator = values[Symbol.iterator]();`,
          ],
          ['iterable.length', 'values.length'],
        ],
      },
    },
  },
}
