/** Files that are none. */
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, linkSync, mkdirSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { honestly, reach, read, source, testFile, tests, write } from './kit.mjs'

const folder = dirname(source)

export const oddFiles = {
  'symlink-out': {
    GREEN: () => {
      mkdirSync(folder, { recursive: true })
      rmSync(source, { force: true })
      symlinkSync(join(homedir(), 'elsewhere'), source)
    },
  },
  'hard-link': honestly('GREEN', () => linkSync(source, `${source}.second.js`)),
  'swaps-folder': honestly('GREEN', () => {
    const swapped = dirname(testFile) === folder ? testFile : dirname(testFile)
    write(join(folder, 'sigma-gauntlet-swap', basename(testFile)), tests([]))
    rmSync(swapped, { recursive: true })
    symlinkSync(resolve(folder, 'sigma-gauntlet-swap'), swapped)
  }),
  'nested-repository': honestly('GREEN', () =>
    reach(() => execFileSync('git', ['init', '--quiet', join(folder, 'vendored')], { stdio: 'ignore' })),
  ),
  'writes-git-hooks': honestly('GREEN', () =>
    reach(() => {
      rmSync('.git', { recursive: true, force: true })
      write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n')
      write('.git/config', '[core]\n\thooksPath = .git/hooks\n\tfsmonitor = true\n')
    }),
  ),
  'leaves-pipe': honestly('GREEN', () => void execFileSync('mkfifo', [join(folder, 'pipe')])),
  // It rings a terminal's bell.
  'odd-name': honestly('GREEN', () => write(join(folder, 'bell\u0007.js'), '')),
  'same-name': honestly('GREEN', () => write(join(folder, basename(source).toUpperCase()), read(source))),
  'fills-disk': honestly('GREEN', () => {
    const file = openSync(`${source}.big.js`, 'w')
    // Sparse, so that the gauntlet itself fills nothing.
    ftruncateSync(file, 512 * 1024 * 1024)
    closeSync(file)
  }),
}
