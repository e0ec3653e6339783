/** A small project, by path. */
export type Files = Readonly<Record<string, string>>
