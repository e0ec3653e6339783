import type { Style } from '../../packages/measuring/src/fixture/small-project.ts'
import type { Benchmark } from '../measure.ts'
import { play } from './play.ts'
import { published } from './published.ts'
import { generated } from './suite.ts'

export const cyclesWith =
  (runner: Style['runner']): Benchmark =>
  (folder, scale) =>
    play(`a generated suite with ${runner}`, generated(runner, scale), folder, scale)

export const cyclesOf =
  (name: Parameters<typeof published>[0]): Benchmark =>
  (folder, scale) =>
    play(name, published(name, scale), folder, scale)
