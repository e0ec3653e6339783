export function truncate(text, limit) {
  if (text.length <= limit) return text
  const space = text.slice(0, limit).lastIndexOf(' ')
  return `${text.slice(0, space > 0 ? space : limit - 1)}…`
}
