export function permalink(day, title) {
  throw new Error('not implemented')
}
