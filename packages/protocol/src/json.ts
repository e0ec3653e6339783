/** A value that survives a round trip through the journal. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** What a value is once it has been through the journal. */
export function jsonOf(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value))
  return json
}
