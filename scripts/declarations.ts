/**
 * The declarations that a protocol of one's own is typed by: those of the packages whose values it is given, as the
 * compiler writes them, with each import leading to the file beside it.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const packages = ['protocol', 'engine']

/** Entries of the packages by the names that are imported, relative to the folder of all declarations. */
function entriesIn(root: string): ReadonlyMap<string, string> {
  return new Map(
    packages.flatMap((name) => {
      const { exports }: { readonly exports: Readonly<Record<string, string>> } = JSON.parse(
        readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
      )
      return Object.entries(exports).map(([entry, file]) => [
        join('@sigma', name, entry),
        join(name, file.replace('./src/', '')),
      ])
    }),
  )
}

export function writeTypes(root: string, folder: string): void {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', join(root, 'packages/engine')])
  const entries = entriesIn(root)
  const write = (path: string, text: string): void => {
    const file = join(folder, path)
    const led = text.replaceAll(
      /(from |import\()(['"])([^'"]+)\2/g,
      (_, before: string, quote: string, name: string) => {
        const entry = entries.get(name)
        const to = entry === undefined ? name : relativeTo(dirname(path), entry)
        return `${before}${quote}${to.startsWith('.') ? to.replace(/\.ts$/, '.js') : to}${quote}`
      },
    )
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, led)
  }
  for (const name of packages)
    for (const path of globSync('**/*.d.ts', { cwd: join(root, '.tsbuild', name) }))
      write(join(name, path), readFileSync(join(root, '.tsbuild', name, path), 'utf8'))
  // They say what they give away, and nothing else.
  for (const name of ['protocol', 'testing'])
    write(`api/${name}.d.ts`, readFileSync(join(root, `packages/cli/src/api/${name}.ts`), 'utf8'))
}

function relativeTo(from: string, to: string): string {
  const path = relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}
