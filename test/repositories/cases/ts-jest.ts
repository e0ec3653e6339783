/** After class-validator: decorators and a class that walks what they wrote down; tests beside the sources, by ts-jest. */
import type { Published } from '../published.ts'
import { heldOfFeature, heldOfFix } from './ts-jest-held.ts'

const storage = `import { ValidationMetadata } from './validation-metadata';

/** What the decorators wrote down. */
export class MetadataStorage {
  private metadatas: Map<Function, ValidationMetadata[]> = new Map();

  addValidationMetadata(metadata: ValidationMetadata): void {
    const existing = this.metadatas.get(metadata.target);
    if (existing) existing.push(metadata);
    else this.metadatas.set(metadata.target, [metadata]);
  }

  getTargetValidationMetadatas(target: Function): ValidationMetadata[] {
    return this.metadatas.get(target)!.slice();
  }
}

export const defaultStorage = new MetadataStorage();
`

const validator = `import { defaultStorage } from '../metadata/metadata-storage';

export interface ValidationError {
  property: string;
  constraints: string[];
}

export class Validator {
  validate(object: object): ValidationError[] {
    const errors: ValidationError[] = [];
    for (const { property, name, isValid } of defaultStorage.getTargetValidationMetadatas(object.constructor)) {
      const value = (object as Record<string, unknown>)[property];
      if (isValid(value)) continue;
      const known = errors.find(error => error.property === property);
      if (known) known.constraints.push(name);
      else errors.push({ property, constraints: [name] });
    }
    return errors;
  }
}
`

const decorators = `import { defaultStorage } from '../metadata/metadata-storage';

export function ValidateBy(name: string, isValid: (value: unknown) => boolean): PropertyDecorator {
  return (target, property) =>
    defaultStorage.addValidationMetadata({ target: target.constructor, property: String(property), name, isValid });
}

export function isNotEmpty(value: unknown): boolean {
  return value !== '' && value !== null && value !== undefined;
}

export function IsNotEmpty(): PropertyDecorator {
  return ValidateBy('isNotEmpty', isNotEmpty);
}
`

export const tsJest: Published = {
  name: 'ts-jest',
  manager: 'npm',
  folder: '.',
  files: {
    '.gitignore': 'node_modules\nbuild\ncoverage\n',
    'package.json': JSON.stringify(
      {
        name: 'rules-by-class',
        version: '0.15.1',
        main: './cjs/index.js',
        scripts: { test: 'jest --config jest.config.js', 'build:types': 'tsc -p tsconfig.json --noEmit' },
        devDependencies: { '@types/jest': '29.5.14', jest: '29.7.0', 'ts-jest': '29.4.15', typescript: '5.9.3' },
      },
      null,
      2,
    ),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'commonjs',
        target: 'es2020',
        lib: ['es2020'],
        types: ['jest'],
        strict: true,
        experimentalDecorators: true,
        esModuleInterop: true,
        noEmit: true,
      },
      include: ['src', 'test'],
    }),
    'jest.config.js': `module.exports = {
  preset: 'ts-jest',
  testEnvironment: 'node',
  collectCoverageFrom: ['src/**/*.ts', '!src/**/index.ts', '!src/**/*.interface.ts'],
};
`,
    'src/index.ts': `export * from './decorator/decorators';\nexport * from './validation/validator';\n`,
    'src/metadata/validation-metadata.ts': `export interface ValidationMetadata {
  target: Function;
  property: string;
  name: string;
  isValid: (value: unknown) => boolean;
}
`,
    'src/metadata/metadata-storage.ts': storage,
    'src/validation/validator.ts': validator,
    'src/decorator/decorators.ts': decorators,
    'test/functional/validation.spec.ts': `import { IsNotEmpty, Validator } from '../../src';

const validator = new Validator();

describe('validate', () => {
  class Post {
    @IsNotEmpty()
    title: string = '';
  }

  it('should tell of what is empty', () => {
    expect(validator.validate(new Post())).toEqual([{ property: 'title', constraints: ['isNotEmpty'] }]);
  });

  it('should tell of nothing else', () => {
    const post = new Post();
    post.title = 'Hello';
    expect(validator.validate(post)).toHaveLength(0);
  });
});
`,
  },
  found: [
    /^package +rules-by-class; npm$/m,
    /^runner +jest 29\.7\.0/m,
    /^tests +test\/\*\* \(1 file\)$/m,
    /^source +src\/\*\* \(5 files\)$/m,
    /^trial +2 tests pass/m,
  ],
  feature: {
    module: 'length',
    design: `# length

A decorator and a method of the class \`Validator\`.

## Interface

\`\`\`ts
export function IsLength(min: number, max?: number): PropertyDecorator
export class Validator {
  isValid(object: object): boolean
}
\`\`\`

## Behaviour

- \`@IsLength(min, max)\` is met by texts that have so many characters.
- \`isValid\` is whether \`validate\` finds nothing.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: How long a text is (IsLength) → ℜ→ℜᴳ→ℜᶠ [files: src/decorator/decorators.ts]
□ TDD₂: Valid or not (Validator.isValid) → ℜ→ℜᴳ→ℜᶠ [files: src/validation/validator.ts, test/functional/validation.spec.ts]
`,
    held: heldOfFeature,
    turns: {
      Phase0: {
        'src/decorator/decorators.ts': [
          [
            '',
            `
export function IsLength(min: number, max?: number): PropertyDecorator {
  throw new Error('not implemented');
}
`,
          ],
        ],
        'src/validation/validator.ts': [
          [
            `    return errors;\n  }\n`,
            `    return errors;\n  }\n\n  isValid(object: object): boolean {\n    throw new Error('not implemented');\n  }\n`,
          ],
        ],
      },
      'RED 1': {
        'test/functional/length.spec.ts': `import { IsLength, Validator } from '../../src';

const validator = new Validator();

describe('IsLength', () => {
  it.each([
    ['', ['isLength']],
    ['abc', []],
    ['abcdef', ['isLength']],
  ])('should hold %p to its bounds', (name, constraints) => {
    class User {
      @IsLength(2, 5)
      name: string = name;
    }
    expect(validator.validate(new User()).flatMap(error => error.constraints)).toEqual(constraints);
  });
});
`,
      },
      'GREEN 1': {
        'src/decorator/decorators.ts': [
          [
            `  throw new Error('not implemented');`,
            `  return ValidateBy(
    'isLength',
    value => typeof value === 'string' && value.length >= min && (max === undefined || value.length <= max)
  );`,
          ],
        ],
      },
      'RED 2': {
        'test/functional/validation.spec.ts': [
          [
            '',
            `
describe('isValid', () => {
  class Post {
    @IsNotEmpty()
    title?: string;
  }

  it('should be false where something is empty', () => {
    expect(validator.isValid(new Post())).toBe(false);
  });

  it('should be true else', () => {
    expect(validator.isValid(Object.assign(new Post(), { title: 'Hello' }))).toBe(true);
  });
});
`,
          ],
        ],
      },
      'GREEN 2': {
        'src/validation/validator.ts': [
          [`    throw new Error('not implemented');`, `    return this.validate(object).length === 0;`],
        ],
      },
    },
  },
  fix: {
    module: 'undecorated',
    design: `# undecorated

## Interface

\`\`\`ts
export class Validator {
  validate(object: object): ValidationError[]
}
\`\`\`

## Behaviour

- An object of a class without decorators has no errors. Today \`validate\` throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Classes without decorators (Validator) → ℜ→ℜᴳ→ℜᶠ [files: src/metadata/metadata-storage.ts, test/functional/validation.spec.ts]
`,
    held: heldOfFix,
    turns: {
      'RED 1': {
        'test/functional/validation.spec.ts': [
          [
            '',
            `
describe('a class without decorators', () => {
  class Plain {}

  it('should have no errors', () => {
    expect(validator.validate(new Plain())).toEqual([]);
  });
});
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/metadata/metadata-storage.ts': [
          [
            `    return this.metadatas.get(target)!.slice();`,
            `    const metadatas = this.metadatas.get(target);\n    return metadatas ? metadatas.slice() : [];`,
          ],
        ],
      },
    },
  },
}
