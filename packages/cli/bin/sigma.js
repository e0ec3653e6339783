#!/usr/bin/env node
/**
 * Starts sigma. Plain JavaScript, so that any Node from 18 on can read it: under Node 24 or newer it goes on in this
 * process, else under the Node that is installed beside Sigma.
 */
const needed = 24

if (Number(process.versions.node.split('.')[0]) >= needed) {
  // Asked for, not imported: an import of `node:fs` loads all that it could give, which is felt at each start.
  process.getBuiltinModule('node:module').enableCompileCache(compileCache())
  await import('../src/main.ts')
} else {
  const { handOver } = await import('./older.js')
  handOver(needed)
}

/** Compiled code is kept where only this user writes, not in the temporary folder, which is everybody's. */
function compileCache() {
  const { isAbsolute, join } = process.getBuiltinModule('node:path')
  const configured = process.env.XDG_CACHE_HOME ?? ''
  const home = () => process.getBuiltinModule('node:os').homedir()
  return join(isAbsolute(configured) ? configured : join(home(), '.cache'), 'sigma', 'compile')
}
