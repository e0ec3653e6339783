import { slugify } from './slugify.js'
import { truncate } from './truncate.js'

const longestTitle = 40

/** The address of what was written on a day: its year, its month, the slug of its title. */
export function permalink(day, title) {
  const [, year, month] = /^(\d{4})-(\d{2})-\d{2}$/.exec(day) ?? []
  if (year === undefined) throw new RangeError(`${JSON.stringify(day)} is no day of the form 2026-11-21`)
  return `/${year}/${month}/${slugify(truncate(title, longestTitle))}`
}
