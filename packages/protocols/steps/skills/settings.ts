/** What of the configuration says which skills there are, and who plays their agents. */
import { z } from 'zod'

const configSchema = z.object({
  steps: z.object({ packages: z.array(z.string()).catch([]) }).catch({ packages: [] }),
  roles: z.record(z.string(), z.string()).catch({}),
})

/** npm packages whose skills count, in their order. */
export const packagesOf = (config: object): readonly string[] => configSchema.parse(config).steps.packages

/** Names that an agent plays; `*` among them: all. */
export const rolesOf = (config: object): Readonly<Record<string, string>> => configSchema.parse(config).roles
