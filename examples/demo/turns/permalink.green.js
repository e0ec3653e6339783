import { slugify } from './slugify.js'
import { truncate } from './truncate.js'

export function permalink(day, title) {
  const date = /^(\d{4})-(\d{2})-\d{2}$/.exec(day)
  if (date === null) throw new RangeError(`${JSON.stringify(day)} is no day of the form 2026-11-21`)
  return `/${date[1]}/${date[2]}/${slugify(truncate(title, 40))}`
}
