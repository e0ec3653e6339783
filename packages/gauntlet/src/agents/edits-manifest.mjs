/** Edits the scripts of package.json. */
import { ground, honest, play, read, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    const manifest = JSON.parse(read(ground.manifest))
    write(ground.manifest, JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, test: 'true' } }, null, 2))
  },
})
