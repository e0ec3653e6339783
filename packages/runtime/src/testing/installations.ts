/** Packages as npm, pnpm and Yarn leave them in a repository of two packages. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A repository of packages, of which one needs the other and `dep`. */
export const twoPackages: Readonly<Record<string, string>> = {
  'package.json': '{ "workspaces": ["packages/*"] }\n',
  '.gitignore': 'node_modules\n',
  'packages/core/package.json': '{ "name": "@app/core", "main": "index.js" }\n',
  'packages/core/index.js': 'module.exports = "committed core"\n',
  'packages/core/cli.js': 'console.log("cli", require("./index.js"))\n',
  'packages/web/package.json': '{ "name": "web" }\n',
  'packages/web/index.js': 'module.exports = [require("dep"), require("@app/core")].join(" ")\n',
}

type Lay = (path: string, content: string) => void
type Link = (path: string, target: string) => void

/** `node_modules` as they are after an installation, seen in real ones. In all of them `dep` needs `inner`. */
export const layouts: Readonly<Record<string, (lay: Lay, link: Link) => void>> = {
  npm: (lay, link) => {
    lay('node_modules/.package-lock.json', '{ "lockfileVersion": 3 }')
    lay('node_modules/dep/index.js', 'module.exports = "dep+" + require("inner")')
    lay('node_modules/inner/index.js', 'module.exports = "inner"')
    link('node_modules/@app/core', '../../packages/core')
    link('node_modules/.bin/dep', '../dep/index.js')
    link('node_modules/.bin/core', '../@app/core/cli.js')
  },
  pnpm: (lay, link) => {
    lay('node_modules/.modules.yaml', '{ "layoutVersion": 5 }')
    lay('node_modules/.pnpm/dep@1.0.0/node_modules/dep/index.js', 'module.exports = "dep+" + require("inner")')
    lay('node_modules/.pnpm/inner@1.0.0/node_modules/inner/index.js', 'module.exports = "inner"')
    link('node_modules/.pnpm/dep@1.0.0/node_modules/inner', '../../inner@1.0.0/node_modules/inner')
    link('node_modules/.pnpm/node_modules/inner', '../inner@1.0.0/node_modules/inner')
    link('packages/web/node_modules/dep', '../../../node_modules/.pnpm/dep@1.0.0/node_modules/dep')
    link('packages/web/node_modules/@app/core', '../../../core')
    link('node_modules/dep', '.pnpm/dep@1.0.0/node_modules/dep')
    lay('packages/web/node_modules/.bin/core', '#!/bin/sh\nexec node "$(dirname "$0")/../@app/core/cli.js"\n')
  },
  'npm, with a version of its own in a package': (lay, link) => {
    lay('node_modules/.package-lock.json', '{ "lockfileVersion": 3 }')
    lay('node_modules/dep/index.js', 'module.exports = "old"')
    lay('packages/web/node_modules/dep/index.js', 'module.exports = "dep+" + require("inner")')
    lay('packages/web/node_modules/dep/node_modules/inner/index.js', 'module.exports = "inner"')
    link('node_modules/@app/core', '../../packages/core')
    link('node_modules/.bin/core', '../@app/core/cli.js')
  },
  'Yarn 1': (lay, link) => {
    lay('node_modules/.yarn-integrity', '{}')
    lay('node_modules/dep/index.js', 'module.exports = "dep+" + require("inner")')
    lay('node_modules/inner/index.js', 'module.exports = "inner"')
    link('node_modules/@app/core', '../../packages/core')
    link('packages/web/node_modules/.bin/core', '../../../core/cli.js')
    link('node_modules/.bin/core', '../../packages/core/cli.js')
  },
  'Yarn 4, nodeLinker node-modules': (lay, link) => {
    lay('node_modules/.yarn-state.yml', '__metadata:\n  version: 1\n')
    lay('node_modules/dep/index.js', 'module.exports = "dep+" + require("inner")')
    lay('node_modules/inner/index.js', 'module.exports = "inner"')
    link('node_modules/@app/core', '../../packages/core')
    link('node_modules/web', '../packages/web')
    link('node_modules/.bin/core', '../@app/core/cli.js')
  },
}

export function install(root: string, layout: string): void {
  const at = (path: string): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    return join(root, path)
  }
  layouts[layout]?.(
    (path, content) => writeFileSync(at(path), content, { mode: path.includes('.bin/') ? 0o755 : 0o644 }),
    (path, target) => symlinkSync(target, at(path)),
  )
}
