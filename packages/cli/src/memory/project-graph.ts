import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Graph, graphFile, openGraph } from '@sigma/memory'
import { locate } from '../project/place.ts'
import type { World } from '../world.ts'

/** The graph of the project in which a command stands; it is made where it is to be written. Fails as `openGraph` does. */
export function projectGraph(world: World, use: 'reads' | 'writes'): Graph & Disposable {
  const { folder } = locate(world)
  const graph = openGraph({ folder, now: world.now, ...(use === 'reads' && { mustExist: true }) })
  return { ...graph, [Symbol.dispose]: graph.close }
}

/** Null: nothing was remembered yet, and who only looks makes no memory. */
export const graphIfAny = (world: World): (Graph & Disposable) | null =>
  existsSync(join(locate(world).folder, graphFile)) ? projectGraph(world, 'reads') : null
