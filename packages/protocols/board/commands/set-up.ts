/** What `pm init` lays into a project. Settings of rooms stand in the project's own configuration; the first board adds what it goes by. */
import { jsonText } from '../../writing/lines.ts'
import { places } from '../files/places.ts'

export const configFile: string = places.config
export const configText = (): string => jsonText({ schema: 1 })
