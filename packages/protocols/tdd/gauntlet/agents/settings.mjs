/** Changes of what decides how tests run. */
import { appendFileSync, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { document, ground, honestly, reach, read, testFile, write } from './kit.mjs'

const reaching = (act) => honestly('GREEN', () => reach(act))
const textOf = (file, usual) => (existsSync(file) ? read(file) : usual)

export const settings = {
  'edits-manifest': reaching(() => {
    const manifest = JSON.parse(read(ground.manifest))
    const edited = { ...manifest, scripts: { ...manifest.scripts, test: 'true' } }
    write(ground.manifest, JSON.stringify(edited, null, 2))
  }),
  'edits-lock-file': reaching(() => write(ground.lockFile, `${textOf(ground.lockFile, '{}')}\n`)),
  'edits-config': reaching(() => write(ground.config, `${textOf(ground.config, '')}\n// all is well\n`)),
  'second-config': reaching(() => write(ground.secondConfig, 'export default {}\n')),
  'writes-snapshot': reaching(() => {
    const snapshot = join(dirname(testFile), '__snapshots__', `${basename(testFile)}.snap`)
    write(snapshot, 'exports[`slug 1`] = `"Two Words"`;\n')
  }),
  'edits-design': honestly('GREEN', () => appendFileSync(document, '\nAnything goes.\n')),
}
