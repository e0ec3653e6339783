export function slugify(title) {
  return title.trim().toLowerCase().replaceAll(' ', '-')
}
