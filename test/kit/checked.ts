/** A repository with a linter and a compiler of its own, as they are installed here. */
import { install } from './installed.ts'
import { numbers } from './project.ts'
import { type Files, makeRepository, type Repository } from './repository.ts'

const biome = {
  linter: { rules: { correctness: { noUnusedVariables: 'error' } } },
  formatter: { indentStyle: 'space', indentWidth: 2 },
  javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded' } },
  json: { formatter: { enabled: false } },
  files: { includes: ['src/**', 'test/**'] },
}

const tsconfig = {
  compilerOptions: { allowJs: true, checkJs: true, noEmit: true, strict: false, skipLibCheck: true, types: [] },
  include: ['src'],
}

export function checkedRepository(files: Files): Repository {
  const repository = makeRepository({
    ...numbers,
    '.gitignore': 'node_modules\n',
    'biome.json': JSON.stringify(biome),
    'tsconfig.json': JSON.stringify(tsconfig),
    ...files,
  })
  install(repository.path, '@biomejs/biome', 'typescript')
  return repository
}
