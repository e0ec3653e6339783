/** Edits the scripts of package.json. */
import { ground, honest, play, reach, read, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    const manifest = JSON.parse(read(ground.manifest))
    const edited = { ...manifest, scripts: { ...manifest.scripts, test: 'true' } }
    return reach(() => write(ground.manifest, JSON.stringify(edited, null, 2)))
  },
})
