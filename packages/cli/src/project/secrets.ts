/** Secrets that must reach nothing that is kept, shown or compared: those of the person, and those that tests are given. */
import { join } from 'node:path'
import { namesSecrets, type SecretKeeper, secretsOf } from '@sigma/runtime'
import type { World } from '../world.ts'
import type { Project } from './place.ts'

export function projectSecrets(world: World, { config, root }: Project): SecretKeeper {
  const { agents, tests } = config
  return secretsOf({
    environment: world.env,
    agents,
    tests: tests.env,
    files: tests.reads.filter(namesSecrets).map((path) => join(root, path)),
  })
}
