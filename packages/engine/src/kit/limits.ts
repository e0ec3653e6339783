/** Limits by name, for the explorer: small enough to walk every state. */
export type Limits = Readonly<Partial<Record<string, number>>>
