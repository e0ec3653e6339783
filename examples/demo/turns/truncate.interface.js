export function truncate(text, limit) {
  throw new Error('not implemented')
}
